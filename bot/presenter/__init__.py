"""Every sentence and every screen: views in, plain message specs out.

`spec` says what a message is made of, `ids` what its buttons are called.
"""
