package diag

import "strings"

// maxName bounds the names that Nearest compares, in runes: the work grows
// with the product of both lengths and names may come from outside.
const maxName = 64

// Nearest finds the candidate that name was most likely meant to be, or ""
// when none is close. It counts insertions, deletions, replacements and swaps
// of neighbours, ignoring case: one may differ in a name of 3 to 5 runes, two
// up to 8, three beyond. Ties go to the candidate that sorts first, so that a
// suggestion does not depend on the order of a map.
func Nearest(name string, candidates []string) string {
	wanted := []rune(strings.ToLower(name))
	if len(wanted) == 0 || len(wanted) > maxName {
		return ""
	}
	best, least := "", tolerance(len(wanted))+1
	for _, candidate := range candidates {
		distance := distanceWithin(wanted, []rune(strings.ToLower(candidate)), least)
		if distance < least || distance == least && best != "" && candidate < best {
			best, least = candidate, distance
		}
	}
	return best
}

// Misspelling is Nearest for where names may be alike by intent: one edit may be
// between them, or two in a name of more than 8 runes, and a short name is none.
func Misspelling(name string, candidates []string) string {
	near := Nearest(name, candidates)
	runes := []rune(strings.ToLower(name))
	edits := 1
	if len(runes) > 8 {
		edits = 2
	}
	if near == "" || len(runes) < 4 || distanceWithin(runes, []rune(strings.ToLower(near)), edits) > edits {
		return ""
	}
	return near
}

func tolerance(runes int) int {
	switch {
	case runes < 3:
		return 0
	case runes < 6:
		return 1
	case runes < 9:
		return 2
	}
	return 3
}

// distanceWithin is the edit distance of a and b, or something above limit as
// soon as the lengths alone say so.
func distanceWithin(a, b []rune, limit int) int {
	if gap := len(a) - len(b); max(gap, -gap) > limit || len(b) > maxName {
		return limit + 1
	}
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range a {
		fillRow(row, above, before, a, b, i)
		before, above, row = above, row, before
	}
	return above[len(b)]
}

// fillRow computes the distances of a[:i+1] to every prefix of b from the two
// rows above it.
func fillRow(row, above, before []int, a, b []rune, i int) {
	row[0] = i + 1
	for j := range b {
		replaced := above[j]
		if a[i] != b[j] {
			replaced++
		}
		row[j+1] = min(replaced, above[j+1]+1, row[j]+1)
		if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
			row[j+1] = min(row[j+1], before[j-1]+1)
		}
	}
}
