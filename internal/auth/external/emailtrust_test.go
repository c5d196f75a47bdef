package external

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/auth/external/externaltest"
)

// Whose word verifies an address, and which: every value that a provider may
// write, in every claim that one of them uses.
func TestWhoseWordCountsAsVerification(t *testing.T) {
	values := map[string]any{
		"true": true, "1": 1, `"true"`: "true", `"1"`: "1", "false": false, "0": 0, `"yes"`: "yes", `"false"`: "false", "null": nil, "[true]": []bool{true},
	}
	for provider, want := range map[string]struct {
		claim string
		yes   []string
	}{
		"discord": {"verified", []string{"true"}}, "facebook": {}, "github": {"verified", []string{"true"}},
		"gitlab": {"email_verified", []string{"true"}}, "google": {"email_verified", []string{"true"}}, "slack": {"email_verified", []string{"true"}},
		"microsoft": {"xms_edov", []string{"true", "1", `"true"`, `"1"`}},
		anyProvider: {"email_verified", []string{"true"}}, hostedService: {"email_verified", []string{"true"}},
	} {
		if who := said(t, provider, nil); who.EmailVerified {
			t.Errorf("%s vouches without a word", provider)
		}
		for _, claim := range []string{"verified", "email_verified", "Email_Verified", "verified_email", "xms_edov"} {
			for name, value := range values {
				who := said(t, provider, externaltest.Claims{claim: value})
				if yes := claim == want.claim && slices.Contains(want.yes, name); who.EmailVerified != yes {
					t.Errorf("%s: %s: %s counts is %v", provider, claim, name, who.EmailVerified)
				}
			}
		}
	}
}

// said is who a provider says that somebody is, whose claims are beside an
// address.
func said(t *testing.T, provider string, extra externaltest.Claims) auth.Identity {
	t.Helper()
	all := externaltest.Claims{"sub": "s", "id": "s", "email": "k@tea.example"}
	maps.Copy(all, extra)
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	switch provider {
	case "github":
		return hosted(t, all)
	case "discord", "facebook":
		var r raw
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		return map[string]func(raw) auth.Identity{"discord": discordProfile, "facebook": facebookProfile}[provider](r)
	}
	var c claims
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	return c.identity(emailTrusts[provider])
}

// hosted is who a code host says that somebody is whose primary address carries
// the claims.
func hosted(t *testing.T, claims externaltest.Claims) auth.Identity {
	t.Helper()
	host := externaltest.NewCodeHost(t, externaltest.Person{ID: 42, Login: "keeper"})
	claims["primary"] = true
	host.Replace("/api/v3/user/emails", externaltest.JSON(200, []externaltest.Claims{claims}))
	return finished(t, CodeHost("github", host.URL, Client{ID: externaltest.ClientID, Secret: externaltest.ClientSecret}, nil))
}

// The page for operators has the same table.
func TestTheDocumentationSaysWhoseWordCounts(t *testing.T) {
	page, err := os.ReadFile("../../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	for provider, v := range emailTrusts {
		row := "| `" + provider + "` | never |"
		if v.claim != "" {
			row = "| `" + provider + "` | `" + v.claim + "`: `" + strings.Join(v.want, "`, `") + "` |"
		}
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/operating.md lacks %s", row)
		}
	}
}
