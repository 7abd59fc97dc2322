"""Every sentence and every screen: build plain message specs from views.

A screen is a function of a view and a `RenderContext`, in its kind's folder; `words` holds what
they share. `words.spec` defines messages, `words.ids` the ids of their buttons.
"""
