package portable

import "strings"

// IsPortable reports whether a pattern of RE2 means the same to the regular
// expressions of ECMAScript, in their strict form ("u"), which is how clients
// read JSON Schemas. What it does not know is not portable.
func IsPortable(pattern string) bool {
	inClass := false
	for i := 0; i < len(pattern); i++ {
		rest := pattern[i+1:]
		switch pattern[i] {
		case '\\':
			if !portableEscape(rest, inClass) {
				return false
			}
			i++
		case '[':
			if inClass { // [[:alpha:]], or a bracket that only RE2 takes bare
				return false
			}
			inClass = true
			i += len(rest) - len(afterOpening(rest))
		case ']':
			if !inClass {
				return false
			}
			inClass = false
		case '(':
			if !inClass && strings.HasPrefix(rest, "?") && !strings.HasPrefix(rest, "?:") {
				return false
			}
		case '{':
			if inClass {
				continue
			}
			end := quantifier(rest)
			if end < 0 {
				return false
			}
			i += end
		case '}':
			if !inClass {
				return false
			}
		}
	}
	return !inClass
}

// afterOpening skips the negation of a class. A bracket right behind it is a
// member to RE2 and the end to ECMAScript; left as the end, what follows shows.
func afterOpening(rest string) string { return strings.TrimPrefix(rest, "^") }

func portableEscape(rest string, inClass bool) bool {
	if rest == "" {
		return false
	}
	if inClass {
		return strings.IndexByte(`dDwWnrtfv^$\.*+?()[]{}|/-`, rest[0]) >= 0
	}
	return strings.IndexByte(`dDwWbBnrtfv^$\.*+?()[]{}|/`, rest[0]) >= 0
}

// quantifier is the length of {n}, {n,} or {n,m} without its first brace, or -1.
func quantifier(rest string) int {
	bounds, _, closed := strings.Cut(rest, "}")
	least, most, ranged := strings.Cut(bounds, ",")
	if !closed || !digits(least) || ranged && most != "" && !digits(most) {
		return -1
	}
	return len(bounds) + 1
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
