"""What a test draws by chance follows from its id alone."""

import os
import random

import pytest

from game.core.shuffle import SECRET
from game.sessions.seeds import fresh_secret, fresh_seed
from game.system import here


def test_what_is_drawn_follows_from_the_test_alone(request: pytest.FixtureRequest) -> None:
    seed = os.environ.get("CHANCE_SEED", "") + request.node.nodeid
    assert random.random() == random.Random(seed).random()
    expected = random.Random(f"{seed} here 0")
    assert fresh_secret() == expected.randbytes(SECRET)
    assert here().entropy.key().private_bytes_raw() == expected.randbytes(32)
    assert fresh_seed() == int.from_bytes(expected.randbytes(8)) % 10**9
