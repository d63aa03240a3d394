"""The catalogues of the other languages and the words for codes; and what makes the catalogues.

May import: i18n.
"""
