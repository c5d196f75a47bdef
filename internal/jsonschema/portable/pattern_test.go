package portable_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
)

// TestPortablePatterns is which patterns clients are given as patterns; the
// others are told in words.
func TestPortablePatterns(t *testing.T) {
	for pattern, want := range map[string]bool{
		`^[a-z0-9]+(-[a-z0-9]+)*$`:       true,
		`^\+?[0-9][0-9 ()-]{5,18}[0-9]$`: true,
		`^(?:a|b){2,}$`:                  true,
		`^[A-Z]{3}-[0-9]{3}$`:            true,
		`\d+\.\d{2}`:                     true,
		`[\w\-]`:                         true,
		`[^"\\]`:                         true,
		`[{}]`:                           true,
		`^茶$`:                            true,
		``:                               true,
		`(?i)tea`:                        false, // flags are RE2's own
		`(?P<name>x)`:                    false,
		`\Atea\z`:                        false,
		`\pL`:                            false,
		`[[:alpha:]]`:                    false,
		`[]a]`:                           false, // a member to RE2, an empty class to clients
		`[^]a]`:                          false,
		`\Qa.b\E`:                        false,
		`\x41`:                           false,
		`a\-b`:                           false, // an escape that strict clients refuse
		`\_`:                             false,
		`\s`:                             false, // clients count more characters as white space
		`{a}`:                            false, // text to RE2, an error to clients
		`a{`:                             false,
		`a}`:                             false,
		`a{,3}`:                          false,
		`]`:                              false,
	} {
		if got := portable.IsPortable(pattern); got != want {
			t.Errorf("portable(%q) = %v, want %v", pattern, got, want)
		}
	}
}
