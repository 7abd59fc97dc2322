"""Every sentence and every screen: views in, plain message specs out.

A screen is a function of a view and a `RenderContext`, in the folder of its kind; `words` has
what they share. `words.spec` says what a message is made of, `words.ids` what its buttons are
called.
"""
