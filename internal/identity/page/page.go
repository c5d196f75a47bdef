package page

import (
	"bytes"
	"embed"
	"html/template"
	"slices"
	"sync"
	"time"
	"unicode"

	"github.com/quartet-dev/quartet/internal/look"
)

//go:embed templates/*.html templates/style.css
var templateFiles embed.FS

// Site is the service as its users know it.
type Site struct {
	Title string
	URL   string // where "back" leads
	Logo  Logo
}

// Logo is the address of a picture in each color scheme, "" for none: a path of this
// site, or an https URL.
type Logo struct{ Light, Dark string }

// Client is who asks for access. What it says of itself is not to be believed.
type Client struct {
	ID, Name string
	Logo     string // an https URL, or ""
	Home     string // the host of its home page, or ""
}

// Provider is another service that users can sign in through.
type Provider struct{ ID, Name string }

// Trouble is what went wrong: the key of a message, and its arguments.
type Trouble struct {
	Key  string
	Args []string
}

// SignIn is the page on which somebody signs in.
type SignIn struct {
	Site      Site
	Client    string // who sent the user here, or ""
	Email     string // the address that was typed
	Codes     bool   // an email code can be sent
	Links     bool   // a magic link can be sent
	CodeSent  bool   // the code is asked for
	LinkSent  bool   // there is nothing to do but to look into the mail
	Providers []Provider
	Callback  string // where to go afterwards
	Trouble   *Trouble
}

// Link is the page behind a link that came by mail.
type Link struct {
	Site  Site
	Email string // whom it signs in
	Token string // for the form
}

// Consent is the page on which a user decides what a client may do.
type Consent struct {
	Site     Site
	Client   Client
	User     string // how the user is known: an email address or a name
	Role     string // of the user: owner, editor, contributor or ""
	Access   Access // to the tools, or to the API; "" when the client asks for none
	API      bool   // the access is to the API, that is to Views and Triggers
	Resource string // what the access is to when it is to neither: a URL
	Scopes   []Scope
	Target   string // where the decision is sent: a host, or a scheme
	Kind     string // of the target: "web", "local" or "app"
	Request  string // the authorization request, for the form
	Proof    string // ties the form to the session
	Switch   string // where somebody else signs in

	// ReadBefore says that the user has let the client only read so far, which
	// is what is chosen at first.
	ReadBefore bool
}

// Setup is the page of a site whose sign-in is not set up yet.
type Setup struct {
	Site   Site
	Checks []string // the failing ones of the way that the site has begun, a sentence each
	Origin string   // where the viewer found the site; "" where the site knows it

	NoOwner  bool // quartet.yaml lets nobody in
	NoSecret bool // AUTH_SECRET is missing
	ByLink   bool // the owner signs in by a link
}

// Access is what a client may do with the tools or the API of a site.
type Access string

// The values of Access. With Choose the user decides between the others.
const (
	Read   Access = "read"
	Write  Access = "write"
	Choose Access = "choose"
)

// Scope is one more thing that a client asks for. With Changes it is not given
// to a client that may only read.
type Scope struct {
	Name    string
	Changes bool
}

// App is a client that has access.
type App struct {
	Client
	Access, API   Access // to the tools, and to the API; never Choose
	Scopes        []string
	Created, Used time.Time // Used is zero when it was never used
}

// Apps is the page with everything that may act for the user.
type Apps struct {
	Site  Site
	User  string
	Apps  []App
	Proof string // ties the forms to the session
}

// Notice is a page that says one thing.
type Notice struct {
	Site    Site
	Title   string // the key of a message
	Trouble        // what it says
}

// again are the troubles after which somebody signs in anew.
var again = []string{"problem_denied", "problem_expired", "problem_link", "problem_provider", "problem_provider_down", "signed_out"}

// Again reports whether the page leads to the sign-in, instead of to the site.
func (n Notice) Again() bool { return slices.Contains(again, n.Key) }

// Render gives the HTML of a page: a SignIn, Link, Consent, Apps, Setup or Notice, in the look
// of the site. nonce is that of its content security policy.
func Render(l *Language, tokens look.Tokens, nonce string, of any) ([]byte, error) {
	var out bytes.Buffer
	err := templates()[nameOf(of)].ExecuteTemplate(&out, "page.html", view{l, tokens, nonce, of})
	return out.Bytes(), err
}

func nameOf(of any) string {
	switch of.(type) {
	case SignIn:
		return "signin.html"
	case Link:
		return "link.html"
	case Consent:
		return "consent.html"
	case Apps:
		return "apps.html"
	case Setup:
		return "setup.html"
	}
	return "notice.html"
}

// view is what a template sees.
type view struct {
	Language *Language
	look     look.Tokens
	Nonce    string
	Page     any
}

// Say is Language.Say.
func (v view) Say(key string, args ...string) string { return v.Language.Say(key, args...) }

// Tell says what went wrong.
func (v view) Tell(t Trouble) string { return v.Language.Say(t.Key, t.Args...) }

// Scope says in words what a scope allows.
func (v view) Scope(name string) string {
	if key := "scope_" + name; v.Language.Knows(key) {
		return v.Language.Say(key)
	}
	return v.Language.Say("scope_other", "scope", name)
}

// Role says how a role is called.
func (v view) Role(name string) string {
	if name == "" {
		name = "none"
	}
	return v.Language.Say("role_" + name)
}

// Style is the style sheet, the same on every page.
func (v view) Style() template.CSS { return template.CSS(v.look.Style()) + style() } //nolint:gosec // ours

// Fonts are the addresses of the fonts that the page begins with.
func (v view) Fonts() []string { return look.Preloads() }

var (
	style     = sync.OnceValue(readStyle)
	templates = sync.OnceValue(readTemplates)
)

func readStyle() template.CSS {
	data, err := templateFiles.ReadFile("templates/style.css")
	if err != nil {
		panic(err)
	}
	return template.CSS(data) //nolint:gosec // ours, and embedded
}

func readTemplates() map[string]*template.Template {
	functions := template.FuncMap{
		"day":     func(t time.Time) string { return t.UTC().Format(time.DateOnly) },
		"initial": initial,
	}
	frame := template.Must(template.New("").Funcs(functions).ParseFS(templateFiles, "templates/page.html"))
	found := map[string]*template.Template{}
	for _, name := range []string{"signin.html", "link.html", "consent.html", "apps.html", "notice.html", "setup.html"} {
		found[name] = template.Must(template.Must(frame.Clone()).ParseFS(templateFiles, "templates/"+name))
	}
	return found
}

// initial is the letter that stands for a name which has no picture.
func initial(name string) string {
	for _, c := range name {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return string(unicode.ToUpper(c))
		}
	}
	return "?"
}
