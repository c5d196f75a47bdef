package jsonvalue

import "strings"

var (
	escapeToken   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapeToken = strings.NewReplacer("~1", "/", "~0", "~")
)

// Pointer joins tokens to a JSON pointer (RFC 6901): Pointer("a","b/c") is
// "/a/b~1c". No token is the whole document: "".
func Pointer(tokens ...string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteByte('/')
		if strings.ContainsAny(token, "~/") {
			token = escapeToken.Replace(token)
		}
		b.WriteString(token)
	}
	return b.String()
}

// SplitPointer is the inverse of Pointer.
func SplitPointer(pointer string) []string {
	if pointer == "" {
		return nil
	}
	tokens := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, token := range tokens {
		tokens[i] = unescapeToken.Replace(token)
	}
	return tokens
}
