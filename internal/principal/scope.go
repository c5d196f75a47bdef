package principal

import "strings"

// IsScope reports whether text is a scope-token of RFC 6749 section 3.3. No
// client can ask for a scope of another form.
func IsScope(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c >= 0x7f || c == '"' || c == '\\' })
}
