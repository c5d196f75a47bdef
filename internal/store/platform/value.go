package platform

import (
	"encoding/json"
	"time"
)

// orNull is null for an empty text.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// milli is a time as it is stored; null for the zero time.
func milli(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// flag is a truth as it is stored.
func flag(set bool) int {
	if set {
		return 1
	}
	return 0
}

// blob is an empty blob for nil, which would be null.
func blob(data []byte) []byte { return append([]byte{}, data...) }

// list is a list of names as it is stored.
func list(names []string) string {
	text, _ := json.Marshal(names) //nolint:errchkjson // strings
	return string(text)
}

// packed is a value as JSON text.
func packed(value any) (string, error) {
	text, err := json.Marshal(value)
	return string(text), err
}
