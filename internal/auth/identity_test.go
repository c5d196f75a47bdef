package auth_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

func github(subject, email string, verified bool) auth.Identity {
	return auth.Identity{Provider: "github", Subject: subject, Login: "login-" + subject, Email: email, EmailVerified: verified, Name: "Ann Lee"}
}

func gitlab(subject, email string, verified bool) auth.Identity {
	id := github(subject, email, verified)
	id.Provider = "gitlab"
	return id
}

// Which user an identity is. Each case signs in one after the other; want says
// which earlier sign-in each is the same user as, and what address they have
// then.
func TestWhoseAnIdentityIs(t *testing.T) {
	type signIn struct {
		auth.Identity        // or, without a provider, by code
		same          int    // as which sign-in
		email         string // of the user afterwards
	}
	byCode := auth.Identity{Email: ann}
	for name, signIns := range map[string][]signIn{
		"the same subject is the same user, whatever changed": {
			{github("1", ann, true), 0, ann},
			{github("1", "new@tea.example", true), 0, ann},
			{github("1", "", false), 0, ann},
		},
		"another subject or provider is another user": {
			{github("1", "", false), 0, ""},
			{github("2", "", false), 1, ""},
			{gitlab("1", "", false), 2, ""},
		},
		"an address verified on both sides links": {
			{byCode, 0, ann},
			{github("1", "ANN@tea.example", true), 0, ann},
			{gitlab("7", ann, true), 0, ann},
			{byCode, 0, ann},
		},
		"an identity with a verified address comes first": {
			{github("1", ann, true), 0, ann},
			{byCode, 0, ann},
		},
		"an unverified address finds nobody and is nobody's": {
			{byCode, 0, ann},
			{github("1", ann, false), 1, ""},
			{gitlab("1", ann, false), 2, ""},
			{byCode, 0, ann},
		},
		"an account opened in another's name is not given to them": {
			{github("mallory", ann, false), 0, ""},
			{byCode, 1, ann},
			{gitlab("1", ann, true), 1, ann},
			{github("mallory", ann, false), 0, ""},
		},
		"nor is it theirs when its address is verified later": {
			{github("mallory", ann, false), 0, ""},
			{byCode, 1, ann},
			{github("mallory", ann, true), 0, ""},
		},
		"an address that is verified first is theirs": {
			{github("1", ann, false), 0, ""},
			{github("1", ann, true), 0, ann},
			{byCode, 0, ann},
		},
		"a verified address does not change": {
			{github("1", "b@tea.example", false), 0, ""},
			{github("1", "c@tea.example", true), 0, "c@tea.example"},
			{github("1", "d@tea.example", true), 0, "c@tea.example"},
			{github("1", "e@tea.example", false), 0, "c@tea.example"},
		},
		"what is no address is none": {
			{github("1", "no address", true), 0, ""},
			{github("2", "no address", true), 1, ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTestSite(t, auth.Options{})
			var users []string
			for i, s := range signIns {
				in := w.enter(s.Identity)
				users = append(users, in.User.ID)
				if in.User.ID != users[s.same] {
					t.Errorf("sign-in %d is not of the user of sign-in %d", i, s.same)
				}
				for earlier := range i {
					if earlier != s.same && signIns[earlier].same != s.same && users[earlier] == in.User.ID {
						t.Errorf("sign-in %d is of the user of sign-in %d", i, earlier)
					}
				}
				u := w.user(in.User.ID)
				if u.Email != s.email || u.EmailVerified != (s.email != "") {
					t.Errorf("after sign-in %d the address is %s, want %s", i, u.Email, s.email)
				}
			}
		})
	}
}

// enter signs in by identity or, without a provider, by code.
func (w *testSite) enter(id auth.Identity) *auth.SignedIn {
	w.t.Helper()
	if id.Provider == "" {
		return w.in(id.Email)
	}
	return w.external(id)
}

func TestAnIdentityTellsOfItsUser(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	in := w.in(ann)
	id := github("1", ann, true)
	id.Name, id.Image = "Ann\n\x00 Lee"+strings.Repeat("e", 1000), "https://img.example/a b.png"
	w.external(id)
	u := w.user(in.User.ID)
	if !strings.HasPrefix(u.Name, "Ann Lee") || len(u.Name) > 200 || u.Image != "https://img.example/a%20b.png" {
		t.Errorf("learned %+v", u)
	}
	id.Name, id.Image = "Other", "https://img.example/other.png"
	w.external(id)
	if got := w.user(in.User.ID); got.Name != u.Name || got.Image != u.Image {
		t.Errorf("what was known is replaced: %+v", got)
	}
	for _, image := range []string{"http://img.example/a", "javascript:alert(1)", "data:image/png;base64,", "https://u:p@img.example/", "//img.example/", ":", "https://" + strings.Repeat("a", 3000)} {
		other := github("image "+image[:min(len(image), 9)], "", false)
		other.Image = image
		if got := w.external(other).User.Image; got != "" {
			t.Errorf("%.40s is kept as %s", image, got)
		}
	}
}

func TestAnIdentityIsSomebody(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	for _, id := range []auth.Identity{
		{}, {Provider: "github"}, {Subject: "1"}, {Provider: "github", Subject: strings.Repeat("1", 256)},
	} {
		_, err := w.SignInExternal(t.Context(), id, laptop)
		wantCode(t, err, diag.InputValidationFailed)
	}
}

// Of many first sign-ins of one identity at once there comes one user.
func TestOneIdentityAtOnceIsOneUser(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	together(t, "", func(i int) error {
		_, err := w.SignInExternal(context.Background(), github("1", ann, i%2 == 0), laptop)
		return err
	})
	users, _, err := w.Members(t.Context(), "", auth.Cursor{}, 100)
	if len(users) != 1 || err != nil {
		t.Errorf("%d users, %v; want 1", len(users), err)
	}
}

// interface.md, Auth factory: getProviderAccessToken.
func TestProviderTokensAreKept(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	id := github("1", ann, true)
	in := w.external(id)
	_, err := w.ProviderTokens(t.Context(), in.User.ID, "github")
	wantCode(t, err, diag.NotFound)

	id.Tokens = auth.ProviderTokens{Access: "a", Refresh: "r", Expires: w.now.Add(time.Hour), Scopes: []string{"user"}}
	w.external(id)
	want := func(want auth.ProviderTokens) {
		t.Helper()
		got, err := w.ProviderTokens(t.Context(), in.User.ID, "github")
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v: %s", err, diff)
		}
	}
	want(id.Tokens)
	w.external(github("1", ann, true)) // without tokens: those stay
	want(id.Tokens)
	fresh := auth.ProviderTokens{Access: "b"}
	w.ok(w.SaveProviderTokens(t.Context(), in.User.ID, "github", fresh))
	want(fresh)

	for user, provider := range map[string]string{in.User.ID: "gitlab", "nobody": "github"} {
		_, err := w.ProviderTokens(t.Context(), user, provider)
		wantCode(t, err, diag.NotFound)
		wantCode(t, w.SaveProviderTokens(t.Context(), user, provider, fresh), diag.NotFound)
	}
	huge := auth.ProviderTokens{Access: strings.Repeat("a", 17<<10)}
	wantCode(t, w.SaveProviderTokens(t.Context(), in.User.ID, "github", huge), diag.ResourceExhausted)

	// Under another secret they cannot be read, and are none.
	other := auth.New(w.open(), otherKeys(t), w.mail, auth.Options{})
	_, err = other.ProviderTokens(t.Context(), in.User.ID, "github")
	wantCode(t, err, diag.NotFound)
}
