package external

import (
	"context"
	"fmt"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/endpoints"

	"github.com/quartet-dev/quartet/internal/auth"
)

// social are the providers that are known by name, but for the code host. A new
// one is a line here and its name in internal/settings.
var social = map[string]func(c Client, scopes []string) *Provider{
	"discord": func(c Client, scopes []string) *Provider {
		return oauthProvider("discord", endpoints.Discord, c, orScopes(scopes, "identify", "email"), "https://discord.com/api/users/@me", discordProfile)
	},
	"facebook": func(c Client, scopes []string) *Provider {
		return oauthProvider("facebook", endpoints.Facebook, c, orScopes(scopes, "email", "public_profile"),
			"https://graph.facebook.com/me?fields=id,name,email", facebookProfile)
	},
	"gitlab":    openIDProvider("gitlab", "https://gitlab.com"),
	"google":    openIDProvider("google", "https://accounts.google.com"),
	"slack":     openIDProvider("slack", "https://slack.com"),
	"microsoft": microsoft,
}

var names = map[string]string{
	"discord": "Discord", "facebook": "Facebook", "github": "GitHub", "gitlab": "GitLab", "google": "Google", "microsoft": "Microsoft", "slack": "Slack",
}

// Social is a provider that is known by name; false when none has it.
func Social(name string, c Client, scopes []string) (*Provider, bool) {
	if name == "github" {
		return CodeHost(name, publicHost, c, scopes), true
	}
	provider, known := social[name]
	if !known {
		return nil, false
	}
	p := provider(c, scopes)
	p.name = names[name]
	return p, true
}

// openIDProvider is a provider of OpenID Connect, of which the issuer says all.
func openIDProvider(id, issuer string) func(Client, []string) *Provider {
	return func(c Client, scopes []string) *Provider {
		p := Discovered(id, issuer+openIDSuffix, c, orScopes(scopes, openID, "email", "profile"), "")
		p.profile = openIDProfile(emailTrusts[id])
		return p
	}
}

// microsoft takes accounts of every tenant: its issuer has the tenant in it.
func microsoft(c Client, scopes []string) *Provider {
	const host = "https://login.microsoftonline.com/"
	p := openIDProvider("microsoft", host+"common/v2.0")(c, scopes)
	p.endpoints = &discovery{url: host + "common/v2.0" + openIDSuffix, issuer: host + tenant + "/v2.0"}
	return p
}

// oauthProvider is a provider of OAuth alone: endpoints that are known, and a profile
// in words of its own at a URL.
func oauthProvider(id string, e oauth2.Endpoint, c Client, scopes []string, url string, read func(raw) auth.Identity) *Provider {
	return &Provider{
		id: id, client: c, scopes: scopes,
		endpoints: fixed{metadata{
			AuthorizationEndpoint: e.AuthURL, TokenEndpoint: e.TokenURL, UserInfoEndpoint: url, TokenAuthMethods: []string{secretPost},
		}},
		profile: func(ctx context.Context, _ *Provider, v finishedSignIn) (auth.Identity, error) {
			var profile raw
			if err := get(ctx, v.metadata.UserInfoEndpoint, v.token.AccessToken, &profile); err != nil {
				return auth.Identity{}, err
			}
			return read(profile), nil
		},
	}
}

func discordProfile(r raw) auth.Identity {
	who := auth.Identity{
		Subject: r.text("id"), Login: r.text("username"), Name: r.text("global_name"), Email: r.text("email"), EmailVerified: emailTrusts["discord"].verifies(r),
	}
	if avatar := r.text("avatar"); avatar != "" {
		who.Image = fmt.Sprintf("https://cdn.discordapp.com/avatars/%s/%s.png", who.Subject, avatar)
	}
	return who
}

func facebookProfile(r raw) auth.Identity {
	return auth.Identity{
		Subject: r.text("id"), Name: r.text("name"), Email: r.text("email"), EmailVerified: emailTrusts["facebook"].verifies(r),
	}
}
