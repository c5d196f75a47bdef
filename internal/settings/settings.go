package settings

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"net/netip"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/yamldoc"
	"github.com/quartet-dev/quartet/page"
)

// FileName is the settings file of a site folder, EnvFileName the file of
// local variables.
const (
	FileName    = "quartet.yaml"
	EnvFileName = ".env"
)

const (
	defaultDatabase = "sqlite:.service/data/quartet.db"
	defaultMedia    = "file:.service/media"
)

// Settings are what a site declares, with every default filled in.
type Settings struct {
	Site       site.Defaults // Locales are canonical
	Database   Database
	Media      Media
	Mail       Mail
	CacheScope string // "" turns shared caching off
	Auth       Auth

	// TrustedProxies are whose forwarded headers tell the address of a client.
	TrustedProxies []netip.Prefix

	// TriggerRate is how often one address may call HTTP Triggers anonymously.
	TriggerRate Rate

	API API

	// History bounds what is kept of changes.
	History History
	Bin     Bin

	Backup Backup

	Routes *Routes // public pages; nil for a site without
	Pages  Pages
	CDN    CDN
	CORS   CORS

	Handlers Handlers

	place       place
	environment variables
}

// Mail is where mail goes out, and from whom. Either may be "".
type Mail struct {
	URL  Secret // smtp://…; it may hold a password
	From string // an address, perhaps with a name
}

// API is what a site offers to those who write clients.
type API struct {
	OpenAPI bool `json:"openapi"` // the document of its interface, at /api/openapi.json
}

// Options say where to read.
type Options struct {
	FS     fs.FS      // the site folder
	Prefix string     // comes before file names in diagnostics
	Phase  diag.Phase // of the diagnostics

	// Environment looks a variable up, as os.LookupEnv does. Without it neither
	// the environment nor .env is read.
	Environment func(name string) (value string, ok bool)

	// Database is a database URL that wins over every other; "" for none.
	Database string

	// Media is a media URL that wins over every other; "" for none.
	Media string

	// Development is set where a site is worked on, and nil where it is served.
	Development *Development

	// Pages are what the program brings to the pages; nil for nothing. Its routes
	// win over those of quartet.yaml.
	Pages *page.Options
}

// Read reads the settings of a site. Codes are SETTINGS_INVALID, and
// INVALID_LOCALE at `site_config/locales`. With an error among the problems the
// Settings hold what could be read, for further checks alone: of the locales
// the valid ones, or nil when they could not be read.
func Read(o Options) (*Settings, diag.List) {
	r := &reader{phase: o.Phase, place: place{phase: o.Phase, program: o.Pages != nil && o.Pages.Routes != nil}}
	declared := r.file(o)
	env := r.environment(o)
	s := &Settings{
		Site: r.site, CacheScope: declared.CacheScope,
		Media: Media{cmp.Or(r.givenMedia(o.Media), env.or("MEDIA_URL", declared.Media.URL)), declared.Media.MaxUpload}, Mail: Mail{Secret(env.or("MAIL_URL", "")), declared.Mail.From},
		TrustedProxies: parseRanges(declared.TrustedProxies), TriggerRate: parseRate(declared.RateLimit.Triggers),
		History: declared.History, Bin: declared.Bin, Routes: r.routes(o.Pages, declared.Routes), Pages: declared.Pages, CDN: declared.CDN, CORS: declared.CORS, API: declared.API, place: r.place, environment: env,
	}
	s.CDN.Token = Secret(env.or(cdnToken, ""))
	resolver := resolver{env: env, declared: declared, site: r.site.Origin, dev: o.Development}
	s.Auth = resolver.resolve()
	s.Database, _ = parseDatabase(cmp.Or(r.given(o.Database), env.or("DATABASE_URL", declared.Database)))
	s.Database.ViewsURL = Secret(env.or(viewsURL, ""))
	s.Database.DirectURL = Secret(env.or(directURL, ""))
	s.Handlers = r.handlers(declared, env)
	s.Backup = declared.Backup
	s.Backup.To = env.or(backupVariable, declared.Backup.To)
	r.checkBackup(s)
	r.problems.Sort()
	return s, r.problems
}

// given checks the database URL that the caller gave.
func (r *reader) given(database string) string {
	if database == "" {
		return ""
	}
	if _, complaint := parseDatabase(database); complaint != nil {
		r.refuseOption("database", complaint)
	}
	return database
}

// givenMedia checks the media URL that the caller gave.
func (r *reader) givenMedia(media string) string {
	if media == "" {
		return ""
	}
	if complaint := mediaTarget(media); complaint != nil {
		r.refuseOption("media", complaint)
	}
	return media
}

func (r *reader) refuseOption(name string, c *problem) {
	r.problems.Add(&diag.Diagnostic{
		Code: diag.SettingsInvalid, Phase: r.phase, Severity: diag.Error, Path: "options#/" + name,
		Message: "The " + name + " URL is malformed.", Expected: c.expected,
	})
}

// declaration is what this version takes from quartet.yaml.
type declaration struct {
	Database   string `json:"database"`
	Media      Media  `json:"media"`
	CacheScope string `json:"cacheScope"`
	Mail       struct {
		From string `json:"from"`
	} `json:"mail"`
	Auth           *authDeclaration `json:"auth"`
	TrustedProxies []string         `json:"trustedProxies"`
	RateLimit      struct {
		Triggers string `json:"triggers"`
	} `json:"rateLimit"`
	API     API     `json:"api"`
	History History `json:"history"`
	Bin     Bin     `json:"bin"`
	Backup  Backup  `json:"backup"`
	Routes  *Routes `json:"routes"`
	Pages   Pages   `json:"pages"`
	CDN     CDN     `json:"cdn"`
	CORS    CORS    `json:"cors"`

	Handlers handlersDeclaration `json:"handlers"`
}

func (r *reader) file(o Options) declaration {
	declared := declaration{Database: defaultDatabase, Media: Media{URL: defaultMedia}, History: defaultHistory, Bin: defaultBin, Backup: defaultBackup}
	root := r.root(o)
	if root == nil {
		return declared
	}
	r.place.file, r.place.root = r.name, root
	settingsFile.check(r, "", root)
	tagged(r, root)
	if r.problems.HasErrors() {
		return declared
	}
	if err := decode(root.Plain(), &declared); err != nil {
		r.refuse(root.Pos, "", "The settings cannot be read: "+err.Error()+".")
	}
	return declared
}

// root is the one document of quartet.yaml, or nil.
func (r *reader) root(o Options) *yamldoc.Node {
	r.name = o.Prefix + FileName
	data, err := yamldoc.ReadFile(o.FS, FileName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		r.refuse(yamldoc.Position{}, "", "The file cannot be read.")
		return nil
	}
	documents, problems := yamldoc.Parse(r.name, data)
	for _, d := range problems {
		d.Code, d.Phase, d.Path = diag.SettingsInvalid, r.phase, pathOf("")
		r.problems.Add(d)
	}
	if len(documents) == 0 {
		return nil
	}
	for _, more := range documents[1:] {
		r.refuse(more.Root.Pos, "", "The settings are one document; a second one begins here.")
	}
	return documents[0].Root
}

func decode(value, into any) error {
	return json.Unmarshal(jsonvalue.Append(nil, value), into)
}
