"""Addresses as players type them."""

import re
import socket

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.lan.interfaces import reached_at
from game.lan.udp import reached_from_here, resolve, write_address
from game.net.address import (
    BAD_NAME,
    BAD_NUMBERS,
    BAD_PORT,
    EMPTY,
    Address,
    parse_address,
)
from game.net.wire.packet import PORT


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("kitchen", "kitchen", PORT),
        ("  kitchen.local:5000 ", "kitchen.local", 5000),
        ("the_old-mac.home.", "the_old-mac.home.", PORT),
        ("köket.local", "xn--kket-5qa.local", PORT),
        ("10.0.0.5", "10.0.0.5", PORT),
        ("10.0.0.5:1", "10.0.0.5", 1),
        ("::1", "::1", PORT),
        ("fe80::1%eth0", "fe80::1%eth0", PORT),
        ("[::1]:65535", "::1", 65535),
        ("[FE80::0001%3]", "fe80::1%3", PORT),
    ],
)
def test_an_address_is_read(text: str, host: str, port: int) -> None:
    assert parse_address(text) == (host, port)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("http://10.0.0.5:5/", "10.0.0.5", 5),
        ("udp://kitchen.local", "kitchen.local", PORT),
        ("HTTPS://[::1]:7/table?code=x#y", "::1", 7),
        ("10.0.0.5 : 5", "10.0.0.5", 5),
        ("10. 0.0 .5:\u00a05\u2009", "10.0.0.5", 5),
        ("\u200b10.0.0.5\u200b:5\ufeff", "10.0.0.5", 5),
        ("\u2066kitchen\u2069.local", "kitchen.local", PORT),
        ("kit\u00adchen", "kitchen", PORT),
        (" [ fe80::1 ] : 5", "fe80::1", 5),
    ],
)
def test_an_address_is_read_as_it_is_pasted_from_elsewhere(text: str, host: str, port: int) -> None:
    assert parse_address(text) == (host, port)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", EMPTY),
        ("   ", EMPTY),
        (":41313", BAD_NAME),
        ("kitchen:", BAD_PORT),
        ("kitchen:0", BAD_PORT),
        ("kitchen:65536", BAD_PORT),
        ("kitchen:-1", BAD_PORT),
        ("kitchen:٣", BAD_PORT),
        ("http:/kitchen", BAD_PORT),
        ("10.0.0.5 10.0.0.6", BAD_NUMBERS),
        ("http://", EMPTY),
        ("[::1]:" + "9" * 200, BAD_PORT),
        ("10.0.0", BAD_NUMBERS),
        ("10.0.0.256", BAD_NUMBERS),
        ("[::1", BAD_NUMBERS),
        ("[::1]5", BAD_NUMBERS),
        ("[10.0.0.5]:5", BAD_NUMBERS),
        ("1:2:3", BAD_NUMBERS),
        ("the kitchen", BAD_NAME),
        ("-kitchen", BAD_NAME),
        ("kitchen..home", BAD_NAME),
        ("k" * 64, BAD_NAME),
        (".".join(["kitchen"] * 40), BAD_NAME),
        ("10.0.0.5" + " " * 300 + ".", BAD_NAME),
        ("fe80::1%\x1b[2J", BAD_NAME),
    ],
)
def test_what_is_no_address_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)) as refusal:
        parse_address(text)
    assert str(refusal.value) == reason


@settings(max_examples=20)
@given(st.text(max_size=40) | st.text("abc0129.:[]%-_", max_size=40))
def test_any_text_is_an_address_or_refused_in_one_line(text: str) -> None:
    try:
        host, port = parse_address(text)
    except ValueError as error:
        assert str(error) in (EMPTY, BAD_NAME, BAD_NUMBERS, BAD_PORT)
    else:
        assert host
        assert 1 <= port <= 65535


@pytest.mark.parametrize(
    "address",
    [("10.0.0.5", 41313), ("kitchen", 7), ("::1", 41313, 0, 0), ("fe80::1", 41313, 0, 999_999)],
)
def test_what_is_written_is_read_back(address: Address) -> None:
    host, port = parse_address(write_address(address))
    assert port == address[1]
    assert host.split("%")[0] == address[0]


def test_an_address_on_one_interface_names_it() -> None:
    number, name = socket.if_nameindex()[0]
    assert write_address(("fe80::1", 5, 0, number)) in (f"[fe80::1%{name}]:5", f"[fe80::1%{number}]:5")


def test_numbers_resolve_to_themselves() -> None:
    assert resolve("127.0.0.1", 5) == [("127.0.0.1", 5)]
    assert resolve("::1", 5) == [("::1", 5, 0, 0)]


def test_this_machine_resolves_by_name() -> None:
    assert ("127.0.0.1", 5) in resolve("localhost", 5)


def test_an_unknown_interface_is_an_error_of_the_system() -> None:
    with pytest.raises(socket.gaierror):
        resolve("fe80::1%no-such-card", 5)


def test_where_a_machine_is_that_the_host_sees() -> None:
    host: Address = ("192.168.1.7", PORT)
    assert reached_from_here("192.168.1.9", 5, host) == ("192.168.1.9", 5)
    assert reached_from_here("127.0.0.1", 5, host) == ("192.168.1.7", 5)
    assert reached_from_here("127.0.0.1", 5, ("127.0.0.1", PORT)) == ("127.0.0.1", 5)


@pytest.mark.parametrize("strange", ["localhost", "example.org", "", "%", "fe80::1%no_such_card", "\0"])
def test_no_name_server_is_asked_where_an_heir_is(strange: str) -> None:
    assert reached_from_here(strange, 5, ("192.168.1.7", PORT)) is None


def test_an_interface_is_the_one_that_leads_to_the_host() -> None:
    found = reached_from_here("fe80::1%eth7", 5, ("fe80::2", PORT, 0, 1))
    assert found
    assert (found[0].partition("%")[0], found[1], found[3:]) == ("fe80::1", 5, (1,))


def test_a_host_names_no_group_and_not_this_machine() -> None:
    names = (
        "10.0.0.1",
        "239.1.2.3",
        "255.255.255.255",
        "0.0.0.0",
        "127.0.0.1",
        "::1",
        "ff02::1",
        "fd00::1",
        "me",
    )
    assert reached_at(names, 5) == [("10.0.0.1", 5), ("fd00::1", 5, 0, 0)]
