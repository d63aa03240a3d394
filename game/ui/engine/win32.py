"""What SDL does not do on Windows: the scale of the screen, and the program's name for the taskbar."""

import pygame


def dots() -> float | None:
    """Pixels a millimetre at the scale chosen for the window's screen; None on other systems."""
    if pygame.display.get_driver() != "windows":
        return None
    import ctypes  # noqa: PLC0415 - only here

    window = ctypes.c_void_p(pygame.display.get_wm_info()["window"])
    return int(ctypes.WinDLL("user32").GetDpiForWindow(window)) / 25.4  # type: ignore[attr-defined]


def claim(name: str) -> None:
    """Have the taskbar keep this program's windows together under this name, not under Python's."""
    if pygame.display.get_driver() == "windows":
        import ctypes  # noqa: PLC0415 - only here

        ctypes.WinDLL("shell32").SetCurrentProcessExplicitAppUserModelID(ctypes.c_wchar_p(name))  # type: ignore[attr-defined]
