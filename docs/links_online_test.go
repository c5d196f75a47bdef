//go:build online

package docs_test

import (
	"maps"
	"slices"
	"testing"
)

// Each external link has a page behind it. It takes a network, so make links alone
// builds this test.
func TestExternalLinksAnswer(t *testing.T) {
	for _, address := range slices.Sorted(maps.Keys(externalLinks(t))) {
		if err := answers(t.Context(), address); err != nil {
			t.Error(err)
		}
	}
}
