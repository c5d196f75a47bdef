package docs_test

import (
	"fmt"
	"html/template"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/pages/templates"
	"github.com/quartet-dev/quartet/internal/pages/theme"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/settings"
)

// handbook is every page that README.md lists, with how many whole sites and
// whole settings files it shows.
var handbook = map[string]struct{ sites, settings int }{
	"README.md":        {},
	"manifests.md":     {sites: 3},
	"views.md":         {sites: 1},
	"writing.md":       {sites: 1},
	"embedding.md":     {sites: 1},
	"clients.md":       {},
	"clients-go.md":    {},
	"mcp.md":           {},
	"admin-api.md":     {},
	"admin.md":         {},
	"editors.md":       {},
	"harness.md":       {},
	"scaling.md":       {},
	"postgres-role.md": {},
	"pages.md":         {settings: 1},
	"static-sites.md":  {},
	"media.md":         {},
	"openapi.md":       {},
	"backup.md":        {settings: 1},
	"copy.md":          {},
	"operating.md":     {settings: 5},
	"front-ends.md":    {sites: 1, settings: 2},
	"settings.md":      {},
	"commands.md":      {},
	"limits.md":        {},
	"diagnostics.md":   {},
	"architecture.md":  {},

	"why-quartet.md": {},
	"tutorial.md":    {},

	"testing-a-site.md": {},
	"import-export.md":  {},
}

func TestEveryPageIsInTheHandbook(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil || len(pages) != len(handbook) {
		t.Fatalf("there are %d pages, want %d: %v", len(pages), len(handbook), err)
	}
	index := read(t, "README.md")
	for _, page := range pages {
		if _, known := handbook[page]; !known {
			t.Errorf("%s is not in the table of this test", page)
		}
		if page != "README.md" && !strings.Contains(index, "("+page+")") {
			t.Errorf("README.md does not list %s", page)
		}
	}
}

// guides are the pages of the folders handlers and guides, which their README.md lists.
func guides(t *testing.T) (pages []string) {
	t.Helper()
	for _, folder := range []string{"handlers", "guides"} {
		found, err := filepath.Glob(folder + "/*.md")
		if err != nil || len(found) < 9 {
			t.Fatalf("there are %d pages in %s: %v", len(found), folder, err)
		}
		pages = append(pages, found...)
	}
	return pages
}

func TestEveryGuideIsListed(t *testing.T) {
	for _, page := range guides(t) {
		index := read(t, filepath.Join(filepath.Dir(page), "README.md"))
		if name := filepath.Base(page); name != "README.md" && !strings.Contains(index, "("+name) {
			t.Errorf("%s is not listed", page)
		}
	}
}

// A yaml block after the comment <!-- site --> is all manifests of a site.
func TestSitesSeal(t *testing.T) {
	for page, want := range handbook {
		blocks := marked(t, page, "site")
		if len(blocks) != want.sites {
			t.Errorf("%s shows %d sites, want %d", page, len(blocks), want.sites)
		}
		for _, each := range blocks {
			set, problems := manifest.Parse([]manifest.File{{Name: page, Data: []byte(each)}})
			_, unsound := plan.Seal(set)
			report(t, append(problems, unsound...), each)
		}
	}
}

// A yaml block after the comment <!-- settings --> is a whole quartet.yaml.
func TestSettingsAreTaken(t *testing.T) {
	for page, want := range handbook {
		blocks := marked(t, page, "settings")
		if len(blocks) != want.settings {
			t.Errorf("%s shows %d settings files, want %d", page, len(blocks), want.settings)
		}
		for _, each := range blocks {
			folder := fstest.MapFS{settings.FileName: {Data: []byte(each)}}
			_, problems := settings.Read(settings.Options{FS: folder, Phase: diag.Validate})
			report(t, problems, each)
		}
	}
}

// functionCases are the tables that the functions of templates are tested by.
const functionCases = "../internal/pages/templates/testdata/functions"

// Each function of a template is shown by its output: what pages.md says of a
// template is a case of a table, and there is one of every table.
func TestFunctionsAreShownByTheirOutput(t *testing.T) {
	paths, err := filepath.Glob(functionCases + "/*.txtar")
	if err != nil || len(paths) < 30 {
		t.Fatalf("there are %d tables: %v", len(paths), err)
	}
	shown := templatesOf(t, "pages.md")
	for _, path := range paths {
		found := 0
		for text, outputs := range casesOf(t, path) {
			if said, ok := shown[text]; ok {
				found++
				if said != outputs {
					t.Errorf("pages.md says that %s\ngives\n%s\nand it gives\n%s", text, said, outputs)
				}
				delete(shown, text)
			}
		}
		if found == 0 {
			t.Errorf("pages.md shows nothing of %s", filepath.Base(path))
		}
	}
	for text := range shown {
		t.Errorf("pages.md shows a template that no test has: %s", text)
	}
}

// The layout and the page that pages.md shows are templates.
func TestTemplatesParse(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```html\n(.*?)\n```").FindAllStringSubmatch(read(t, "pages.md"), -1)
	if len(blocks) != 2 {
		t.Fatalf("pages.md shows %d templates", len(blocks))
	}
	_, problems := templates.Parse(templates.Options{
		Files: fstest.MapFS{"layout.html": {Data: []byte(blocks[0][1])}, "post.html": {Data: []byte(blocks[1][1])}},
		Theme: theme.Files(), Funcs: template.FuncMap{"theme": func() string { return theme.StylesheetName }}, Prefix: "pages.md: ",
	})
	report(t, problems, blocks[0][1])
}

// casesOf are the templates of a table with all that they give, a line an output
// as pages.md writes it.
func casesOf(t *testing.T, path string) map[string]string {
	t.Helper()
	table, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cases := make(map[string]string)
	of := ""
	for _, part := range table.Files {
		text := strings.TrimRight(string(part.Data), "\n")
		if part.Name == "template" {
			of = text
			continue
		}
		cases[of] += fmt.Sprintf("%-8s%s\n", part.Name, strings.ReplaceAll(text, "\n", "\n        "))
	}
	return cases
}

var (
	templateBlock = regexp.MustCompile("(?s)```template\n(.*?)\n```")
	firstOutput   = regexp.MustCompile(`(?m)^(en|zh-TW|preview|error) `)
)

// templatesOf are the templates in the blocks of a page with their outputs.
func templatesOf(t *testing.T, page string) map[string]string {
	t.Helper()
	shown := make(map[string]string)
	for _, block := range templateBlock.FindAllStringSubmatch(read(t, page), -1) {
		for each := range strings.SplitSeq(block[1], "\n\n") {
			at := firstOutput.FindStringIndex(each)
			if at == nil {
				t.Fatalf("%s shows a template without its output: %s", page, each)
			}
			shown[strings.TrimSuffix(each[:at[0]], "\n")] = each[at[0]:] + "\n"
		}
	}
	return shown
}

// code is a diagnostic code in a page: capitals with an underscore, of which
// environment variables are told apart by name.
var (
	code      = regexp.MustCompile("`([A-Z0-9]+(?:_[A-Z0-9]+)+)`")
	variables = []string{
		"DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_VIEWS_URL", "MEDIA_URL", "BACKUP_URL", "MAIL_URL", "CDN_TOKEN", "NO_COLOR", "PUBLIC_ORIGIN", "AUTH_SECRET", "AUTH_SECRET_PREVIOUS", "SERVICE_AUTH_MODE",
		"ADMIN_CODEHOST_LOGIN", "CODEHOST_URL", "CODEHOST_CLIENT_ID", "CODEHOST_CLIENT_SECRET",
		"SERVICE_HOSTED_AUTH_ISSUER", "SERVICE_HOSTED_AUTH_CLIENT_ID", "GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET",
		"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_SERVICE_NAME", "OTEL_SDK_DISABLED",
		"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN",
		"OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_TRACES_SAMPLER", "OTEL_BSP_SCHEDULE_DELAY",
	}
)

func TestCodesExist(t *testing.T) {
	for _, page := range []string{"manifests.md", "views.md", "writing.md", "embedding.md", "pages.md", "media.md", "backup.md", "operating.md"} {
		found := code.FindAllStringSubmatch(read(t, page), -1)
		if len(found) == 0 {
			t.Errorf("%s names no code", page)
		}
		for _, each := range found {
			if _, known := diag.Lookup(diag.Code(each[1])); !known && !slices.Contains(variables, each[1]) {
				t.Errorf("%s names %s, which is not in the catalogue", page, each[1])
			}
		}
	}
}

// The manifest language says the code of each of its rules.
func TestEveryCodeOfTheManifestLanguageIsExplained(t *testing.T) {
	pages := read(t, "manifests.md") + read(t, "views.md") + read(t, "pages.md") + read(t, "operating.md") + read(t, "clients.md") + read(t, "testing-a-site.md") +
		read(t, "handlers/README.md") + read(t, "import-export.md")
	for _, each := range diag.Catalogue() {
		if slices.Contains(each.Phases, diag.Validate) && !strings.Contains(pages, "`"+string(each.Code)+"`") {
			t.Errorf("no page of the handbook says when %s is raised", each.Code)
		}
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)#]*)(#[^)]*)?\)`)
	literal = regexp.MustCompile("(?s)```.*?```|`[^`]*`") // looks like a link, and is code
)

func TestLinksLeadSomewhere(t *testing.T) {
	for _, page := range append(guides(t), slices.Sorted(maps.Keys(handbook))...) {
		for _, found := range link.FindAllStringSubmatch(literal.ReplaceAllString(read(t, page), ""), -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			target, anchor := filepath.Join(filepath.Dir(page), found[1]), strings.TrimPrefix(found[2], "#")
			switch {
			case anchor != "" && !slices.Contains(anchors(t, target), anchor):
				t.Errorf("%s: %s has no heading for #%s", page, target, anchor)
			default:
				if _, err := os.Stat(target); err != nil {
					t.Errorf("%s: %v", page, err)
				}
			}
		}
	}
}

// anchors are the headings of a page as links name them.
func anchors(t *testing.T, page string) []string {
	t.Helper()
	var names []string
	for line := range strings.Lines(read(t, page)) {
		if title, isHeading := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); isHeading && line[0] == '#' {
			names = append(names, strings.NewReplacer(" ", "-", ",", "").Replace(strings.ToLower(strings.TrimSpace(title))))
		}
	}
	return names
}

// marked are the yaml blocks of a page that come right after the comment of
// that name.
func marked(t *testing.T, page, name string) []string {
	t.Helper()
	parts := strings.Split(read(t, page), "<!-- "+name+" -->\n")
	var blocks []string
	for _, part := range parts[1:] {
		text, isYAML := strings.CutPrefix(part, "```yaml\n")
		block, _, isClosed := strings.Cut(text, "\n```\n")
		if !isYAML || !isClosed {
			t.Errorf("%s: the comment %s stands before something else than a yaml block", page, name)
			continue
		}
		blocks = append(blocks, block+"\n")
	}
	return blocks
}

// The README shows pictures, which are small: who reads it may pay for the bytes.
func TestThePicturesOfTheReadmeAreSmall(t *testing.T) {
	shown := regexp.MustCompile(`docs/(pictures/[a-z-]+\.(?:webp|svg))`).FindAllStringSubmatch(read(t, "../README.md"), -1)
	if len(shown) != 3 {
		t.Fatalf("README.md shows %d pictures", len(shown))
	}
	for _, each := range shown {
		if size := len(read(t, each[1])); size < 1000 || size > 200_000 {
			t.Errorf("%s has %d bytes", each[1], size)
		}
	}
}

// The links of the README lead somewhere, too.
func TestLinksOfTheReadmeLeadSomewhere(t *testing.T) {
	for _, found := range link.FindAllStringSubmatch(literal.ReplaceAllString(read(t, "../README.md"), ""), -1) {
		if strings.Contains(found[1], "://") {
			continue
		}
		if _, err := os.Stat(filepath.Join("..", found[1])); err != nil {
			t.Error(err)
		}
	}
}

func report(t *testing.T, problems diag.List, text string) {
	t.Helper()
	if len(problems) == 0 {
		return
	}
	var out strings.Builder
	told := diag.Text{Read: func(string) ([]byte, error) { return []byte(text), nil }}
	if err := told.Write(&out, problems); err != nil {
		t.Fatal(err)
	}
	t.Error(out.String())
}

func read(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A block that is a file, or what a tool is called with, says so where readers see it: what
// stands behind the language of a block is not shown.
func TestBlocksAreNamedWhereReadersSeeIt(t *testing.T) {
	pages := append(slices.Sorted(maps.Keys(handbook)), guides(t)...)
	named := 0
	for _, page := range pages {
		text := read(t, page)
		for _, at := range regexp.MustCompile("(?m)^ *```[a-z]+ (\\S+)").FindAllStringSubmatchIndex(text, -1) {
			named++
			before := strings.Split(strings.TrimSpace(text[:at[0]]), "\n\n")
			if name := text[at[2]:at[3]]; !strings.Contains(before[len(before)-1], "`"+name+"`") {
				t.Errorf("%s: nothing above the block says that it is %s", page, name)
			}
		}
	}
	if named < 100 {
		t.Errorf("only %d blocks have names", named)
	}
}
