package sqlgen

// ScalarKey is replaced by its twin.
func ScalarKey(value any) string { return "" }

// ScalarOf is replaced by its twin.
func ScalarOf(key string) any { return nil }
