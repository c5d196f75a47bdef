package entries

import (
	"fmt"
	"testing"
)

// What is asked often is prepared once, and no more of it than there is room for.
func TestListsThatAreAskedOftenAreKept(t *testing.T) {
	var l lists
	for range 2 {
		for i := range maxLists + 5 {
			if q := l.of(fmt.Sprint(i)); q.Brief != (i >= maxLists) || q.Text != fmt.Sprint(i) {
				t.Errorf("statement %d: %+v", i, q)
			}
		}
	}
	if first := l.of("0"); first != l.of("0") || len(l.kept) != maxLists {
		t.Errorf("%d statements are kept", len(l.kept))
	}
}
