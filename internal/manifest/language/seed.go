package language

func (n *names) seeds() shape { return shape{"$schema": draft} }
