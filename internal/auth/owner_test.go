package auth_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

// naming opens the site as one whose settings name another first owner.
func (w *testSite) naming(first string) *auth.Service {
	w.t.Helper()
	return auth.New(w.open(), secretKeys(w.t), w.mail, auth.Options{OwnerEmail: first})
}

// A link for the owner never goes to somebody whom it would lead to a locked door.
func TestWhomALinkForTheOwnerSignsIn(t *testing.T) {
	fresh := newTestSite(t, auth.Options{OwnerEmail: ann})
	owned, _ := site(t)
	for name, c := range map[string]struct {
		site        *testSite
		first, name string
		want        string // "" for nobody
		passedOver  string
	}{
		"the named one, before there is an owner": {fresh, ann, "", ann, ""},
		"nobody, where none is named":             {fresh, "", "", "", ""},
		"the named one, who is an owner":          {owned, owner, "", owner, ""},
		"the owner, where another is named":       {owned, ann, "", owner, ann},
		"not who is named and is no owner":        {owned, ann, ann, "", ann},
		"the owner, where nobody is named":        {owned, "", "", owner, ""},
	} {
		users := c.site.naming(c.first)
		got, err := users.OwnerAddress(t.Context(), c.name)
		if got != c.want || diag.HasCode(err, diag.AuthDenied) != (c.want == "") {
			t.Errorf("%s: %q %v", name, got, err)
		}
		if over, err := users.PassedOver(t.Context()); over != c.passedOver || err != nil {
			t.Errorf("%s: passed over %q %v", name, over, err)
		}
	}
}
