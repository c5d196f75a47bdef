package language

func (n *names) settings() shape { return shape{"$schema": draft} }
