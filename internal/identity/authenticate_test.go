package identity

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A header that is there is a credential, whatever it holds: it counts or is
// refused, and is never passed over (open-parts.md, Authorization).
func TestCredentialsOfARequest(t *testing.T) {
	for name, c := range map[string]struct {
		header http.Header
		want   []string
	}{
		"none":              {http.Header{"Cookie": {"a=b"}}, nil},
		"a key":             {http.Header{"X-Api-Key": {"qk_1"}}, []string{"qk_1"}},
		"a bearer":          {http.Header{"Authorization": {"Bearer qk_1"}}, []string{"qk_1"}},
		"in any case":       {http.Header{"Authorization": {"bEARER  qk_1"}}, []string{"qk_1"}},
		"another scheme":    {http.Header{"Authorization": {"Basic qk_1"}}, []string{""}},
		"no scheme":         {http.Header{"Authorization": {"qk_1"}}, []string{""}},
		"an empty header":   {http.Header{"Authorization": {""}}, []string{""}},
		"an empty key":      {http.Header{"X-Api-Key": {""}}, []string{""}},
		"both":              {http.Header{"X-Api-Key": {"qk_1"}, "Authorization": {"Bearer qk_1"}}, []string{"qk_1", "qk_1"}},
		"the same twice":    {http.Header{"X-Api-Key": {"qk_1", "qk_1"}}, []string{"qk_1", "qk_1"}},
		"a tab is no space": {http.Header{"Authorization": {"Bearer\tqk_1"}}, []string{""}},
	} {
		if diff := cmp.Diff(c.want, credentialsOf(c.header)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func FuzzCredentialsOfARequest(f *testing.F) {
	f.Add("Bearer qk_1")
	f.Add("bearer  x y")
	f.Fuzz(func(t *testing.T, value string) {
		found := credentialsOf(http.Header{"Authorization": {value}})
		if len(found) != 1 || found[0] != "" && !strings.EqualFold(value[:7], "Bearer ") {
			t.Errorf("%q gives %q", value, found)
		}
	})
}
