package oauth

import (
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/principal"
)

const (
	maxRedirects = 20
	maxName      = 100 // characters
	maxScope     = 1 << 10
)

const (
	codeGrant    = "authorization_code"
	refreshGrant = "refresh_token"
)

// Client is an application as it was registered, or as its metadata document
// says it. Its JSON is RFC 7591's.
type Client struct {
	ID                string   `json:"client_id"`
	Name              string   `json:"client_name,omitempty"`
	URI               string   `json:"client_uri,omitempty"`
	Logo              string   `json:"logo_uri,omitempty"`
	Policy            string   `json:"policy_uri,omitempty"`
	Terms             string   `json:"tos_uri,omitempty"`
	Scope             string   `json:"scope,omitempty"` // "": all that are offered
	RedirectURIs      []string `json:"redirect_uris"`
	GrantTypes        []string `json:"grant_types"`
	ResponseTypes     []string `json:"response_types"`
	AuthMethod        string   `json:"token_endpoint_auth_method"`
	SoftwareID        string   `json:"software_id,omitempty"`
	SoftwareVersion   string   `json:"software_version,omitempty"`
	BoundAccessTokens bool     `json:"dpop_bound_access_tokens,omitempty"`

	CreatedAt time.Time `json:"-"`
	FetchedAt time.Time `json:"-"` // of its metadata document; zero when it was registered
}

// normalize checks what a client says of itself and fills in what is decided here:
// it is public, and has codes exchanged (RFC 7591 section 2).
func (c *Client) normalize() *Error {
	if err := c.checkRedirects(); err != nil {
		return err
	}
	if !isPlain(c.Name, maxName) || !isPlain(c.SoftwareID, maxName) || !isPlain(c.SoftwareVersion, maxName) {
		return refuse(InvalidClientMetadata, "A name is too long or has characters that cannot be shown.")
	}
	for _, uri := range []string{c.URI, c.Logo, c.Policy, c.Terms} {
		if uri != "" && !isPage(uri) {
			return refuse(InvalidClientMetadata, "A URI of the client is not https.")
		}
	}
	if len(c.Scope) > maxScope || slices.ContainsFunc(fields(c.Scope), func(scope string) bool { return !principal.IsScope(scope) }) {
		return refuse(InvalidClientMetadata, "scope is no list of scopes.")
	}
	refreshes := slices.Contains(c.GrantTypes, refreshGrant)
	c.GrantTypes = []string{codeGrant}
	if refreshes {
		c.GrantTypes = append(c.GrantTypes, refreshGrant)
	}
	c.ResponseTypes, c.AuthMethod = []string{"code"}, "none"
	return nil
}

func (c *Client) checkRedirects() *Error {
	if len(c.RedirectURIs) == 0 || len(c.RedirectURIs) > maxRedirects {
		return refuse(InvalidRedirectURI, "redirect_uris must hold 1 to 20 URIs.")
	}
	for _, uri := range c.RedirectURIs {
		if fault := redirectFault(uri); fault != "" {
			return refuse(InvalidRedirectURI, "A redirect URI "+fault+".")
		}
	}
	return nil
}

// refreshes reports whether the client registered for refresh tokens.
func (c *Client) refreshes() bool { return slices.Contains(c.GrantTypes, refreshGrant) }

// isPlain reports whether text can be shown in a line of its own and says what it
// seems to: no control characters, nothing that turns the direction of text.
func isPlain(text string, most int) bool {
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= most && !strings.ContainsFunc(text, func(c rune) bool {
		return unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || unicode.Is(unicode.Zl, c) || unicode.Is(unicode.Zp, c)
	})
}

// isPage reports whether uri is an https URL that a page may show or link to.
func isPage(uri string) bool {
	if uriFault(uri) != "" {
		return false
	}
	u, err := url.Parse(uri)
	return err == nil && u.Scheme == "https" && u.Hostname() != "" && u.User == nil
}
