"""The game in real windows, under virtual X servers; skipped where there are none.

A journey is a test that does what a player would do and reads as a story. It knows nothing of the code: it
looks at what the program says it shows (`--describe`: docs/describe.md) and at its pixels, and uses mouse and
keyboard.

    @pytest.mark.journey                          # slow: `make journeys` runs it, `make test` does not
    def test_a_guest_leaves_in_play(program: Start) -> None:
        with program("host", "--name", "Kitchen", name="Anna") as anna, program(name="Bo") as bo:
            bo.click("Play with friends")         # waits until that control is there, then clicks on it
            bo.wait_scene("tables")
            bo.click("Kitchen")                   # found in the list, by its label
            bo.wait_scene("lobby")
            ...

`program(*arguments, size=, screen=, data=, lang=, **settings)` starts one: a process with a screen, a data
folder and a description of its own; `settings` go into its settings.json, as chosen on an earlier day
(`bots=3`, `target=20`, `name="Anna"`). All programs of a test find each other on one UDP port that no other
test uses (`program.port`). At the end of the block each is checked: idle, answering, ending with 0 when its
window is closed, no traceback. A program that the journey itself brings to its end says so: `close()`,
`wait_end(code)`, `kill()`. If a journey fails, the note below the error says what each program showed, and
where its picture is.

Never sleep: wait for what shall be seen (`wait_scene`, `wait_words`, `wait_control`, `wait_still`, or
`wait` with a condition on `Seen`). Waits are long, for the machine may be busy. `words` are all texts
joined by spaces, so that wrapped sentences can be found. `click`, `fill`, `choose`, `switch` use controls
by their English labels; `drag`, `play`, `click_at`, `point`, `key` (X names: Return, space, Escape, F1) are
for the rest; `screen` has the window: `resize`, `minimise`, `restore`, `focus`, `close`, `answers`. With
`times=4` a program's clock runs four times as fast and its hard bots are quick, where time is not the matter;
even with `times=1` it then takes no host for lost that a busy machine holds up for a while.
With `pads=True` gamepads can be plugged in: `game.pad("plug 0 playstation")`, then `press("down", "a")`.
`rounds.Round(game).play()` plays a round of Haisty with the mouse, `Round(game, keys=True)` with the keys.

A new scene goes into `everywhere.PLACES`: Esc, F1 and a monkey are tried at each place, and a test knows
which scenes there are.
"""
