package templates

import (
	"html/template"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Set is the templates of a site, ready to render. It is safe for use by several
// goroutines.
type Set struct {
	options Options
	pages   map[string]*pool
	files   []File
	marks   map[string]*file
	texts   texts
}

// File is a file of the set.
type File struct {
	Path   string // such as post.html or partials/card.html
	Origin Origin
}

// Files lists what the set is made of, in the order of the paths: what the theme
// has and the site replaces is not among it.
func (s *Set) Files() []File { return slices.Clone(s.files) }

// Names lists the templates that Render knows.
func (s *Set) Names() []string { return slices.Sorted(maps.Keys(s.pages)) }

// Parse reads, checks and builds a set. Every finding is TEMPLATE_INVALID; with
// an error among them there is no set.
func Parse(o Options) (*Set, diag.List) {
	p := &parser{set: &Set{options: o.withDefaults(), pages: make(map[string]*pool), marks: make(map[string]*file)}}
	site := folder{fs: o.Files, origin: FromSite, prefix: o.Prefix}
	theme := folder{fs: o.Theme, origin: FromTheme, prefix: themePrefix}
	program := folder{fs: o.Program, origin: FromSite, prefix: programPrefix}
	p.functions = p.known()
	p.read(theme, site, program)
	p.readTexts(theme, site, program)
	p.build()
	p.need(o.Needs)
	p.problems.Sort()
	if p.problems.HasErrors() {
		return nil, p.problems
	}
	return p.set, p.problems
}

// These lead the names of files that are not the site's in diagnostics.
const (
	themePrefix   = "theme:"
	programPrefix = "program:"
)

// parser is a set in the making.
type parser struct {
	set       *Set
	functions map[string]bool
	results   map[string]reflect.Type  // of the functions that say what they give
	files     map[string]*file         // by path
	found     map[string][]*definition // by path
	problems  diag.List
}

// known are the functions that a template may call.
func (p *parser) known() map[string]bool {
	known := make(map[string]bool)
	p.results = make(map[string]reflect.Type)
	for _, group := range []template.FuncMap{newState(p.set).functions(), p.set.options.Fixed} {
		for name, function := range group {
			known[name] = true
			p.results[name] = resultOf(reflect.TypeOf(function))
		}
	}
	for _, name := range keptBuiltins {
		known[name] = true
	}
	for name, function := range p.set.options.Funcs {
		p.problems.Add(added(name, function, known[name]))
		known[name] = true
		p.results[name] = resultOf(reflect.TypeOf(function))
	}
	maps.DeleteFunc(known, func(name string, _ bool) bool { return isCheck(name) })
	return known
}

// read parses the files of the folders; a file of a later one replaces that of
// the same path of an earlier one.
func (p *parser) read(folders ...folder) {
	p.files, p.found = make(map[string]*file), make(map[string][]*definition)
	for _, each := range folders {
		files, problems := each.templates()
		p.problems = append(p.problems, problems...)
		for _, f := range files {
			f.mark = "#" + strconv.Itoa(len(p.set.marks))
			p.set.marks[f.mark] = f
			p.files[f.path] = f
		}
	}
	for _, path := range slices.Sorted(maps.Keys(p.files)) {
		p.set.files = append(p.set.files, File{Path: path, Origin: p.files[path].origin})
		p.parse(p.files[path])
	}
}

func (p *parser) parse(f *file) {
	name := mainName
	switch {
	case f.path == layoutFile:
		name = layoutName
	case f.isPartial():
		name = f.partial()
	}
	found, problem := parseFile(f, name)
	problems := inspect(found, p.functions, p.set.options.CheckView)
	problems.Add(problem)
	if p.set.options.ForbidsScripts && f.origin == FromSite {
		problems = append(problems, f.deadScripts()...)
	}
	p.problems = append(p.problems, problems...)
	if !problems.HasErrors() {
		p.found[f.path] = found
	}
}

// shared are the definitions that every page has. What the site defines stands
// before what the theme defines, and a partial before a block of the layout.
func (p *parser) shared() definitions {
	all := make(definitions)
	for _, origin := range []Origin{FromTheme, FromSite} {
		all.add(p.found[layoutFile], origin)
		layer := make(definitions)
		for _, path := range slices.Sorted(maps.Keys(p.found)) {
			if f := p.files[path]; f.isPartial() && f.origin == origin {
				p.problems = append(p.problems, layer.addOnce(p.found[path])...)
			}
		}
		maps.Copy(all, layer)
	}
	return all
}

func (all definitions) add(found []*definition, origin Origin) {
	for _, each := range found {
		if each.file.origin == origin {
			all[each.name] = each
		}
	}
}

func (all definitions) addOnce(found []*definition) (problems diag.List) {
	for _, each := range found {
		if other := all[each.name]; other != nil {
			problems.Add(invalid(each.file.at(int(each.tree.Root.Pos)), "The partial %q is defined in %s, too.", each.name, other.file.shown))
			continue
		}
		all[each.name] = each
	}
	return problems
}

// build makes a pool of every page template. Findings of a page of the theme that
// no route names are left out with the page: the site's own parts need not fit it.
func (p *parser) build() {
	shared := p.shared()
	if p.problems.HasErrors() {
		return // one mistake would be many
	}
	p.unused(shared)
	seen := make(map[string]bool)
	for _, path := range slices.Sorted(maps.Keys(p.found)) {
		if !p.files[path].isPage() {
			continue
		}
		pool, problems := p.page(path, shared)
		if !problems.HasErrors() {
			p.set.pages[path] = pool
		} else if p.files[path].origin == FromTheme && !p.isNeeded(path) {
			continue
		}
		for _, each := range problems {
			if key := each.Message + place(each.Source); !seen[key] {
				seen[key] = true
				p.problems.Add(each)
			}
		}
	}
}

func place(s *diag.Source) string {
	if s == nil {
		return ""
	}
	return s.File + ":" + strconv.Itoa(s.Line) + ":" + strconv.Itoa(s.Column)
}

// unused finds partials that do not exist in the site's partials that no page
// calls.
func (p *parser) unused(shared definitions) {
	for _, name := range slices.Sorted(maps.Keys(shared)) {
		if d := shared[name]; d.file.origin == FromSite && d.file.isPartial() {
			_, problems := shared.reachable(name)
			p.problems = append(p.problems, problems...)
		}
	}
}

func (p *parser) isNeeded(path string) bool {
	return slices.ContainsFunc(p.set.options.Needs, func(n Need) bool { return n.Name == path })
}

// maxParts is how many templates a page may be made of.
const maxParts = 2000

// page builds a page template with everything that it calls.
func (p *parser) page(path string, shared definitions) (*pool, diag.List) {
	all := maps.Clone(shared)
	all.add(p.found[path], p.files[path].origin)
	root := layoutName
	if all[layoutName] == nil {
		root = mainName
	}
	parts, problems := all.reachable(root)
	if len(parts) > maxParts {
		return nil, diag.List{invalid(p.files[path].at(0), "The page is made of %d templates; %d are allowed.", len(parts), maxParts)}
	}
	problems = append(problems, circles(parts)...)
	if problems.HasErrors() {
		return nil, problems
	}
	if problems = append(problems, p.fields(path, parts)...); problems.HasErrors() {
		return nil, problems
	}
	if isLayout := parts[0].file.path == layoutFile; isLayout && !hasMain(parts) {
		problems.Add(unwrapped(parts[0]))
	}
	built := &pool{set: p.set, page: p.files[path], root: root, parts: parts, limit: p.set.options.Copies}
	first, err := built.make()
	if err != nil {
		problems.Add(built.unsafe(err))
		return nil, problems
	}
	built.open(first)
	return built, problems
}

func hasMain(parts []*definition) bool {
	return slices.ContainsFunc(parts, func(d *definition) bool { return d.name == mainName })
}

func unwrapped(layout *definition) *diag.Diagnostic {
	problem := invalid(layout.file.at(0), "The layout does not show the page: it has no {{ template \"main\" . }}.")
	problem.Severity = diag.Warning
	return problem
}

// without are the fields that some page of the template does not have.
func (p *parser) without(name string) (fields []string) {
	for _, each := range p.set.options.Needs {
		if each.Name == name {
			fields = append(fields, each.Without...)
		}
	}
	return fields
}

// need finds the templates that routes name and the set has not.
func (p *parser) need(needs []Need) {
	if p.problems.HasErrors() {
		return
	}
	for _, each := range needs {
		if p.set.pages[each.Name] != nil {
			continue
		}
		problem := invalid(each.Source, "There is no template %q.", each.Name)
		problem.Path = each.Path
		p.problems.Add(unknown(problem, each.Name, p.set.Names()))
	}
}

// Origin is where the page template of that name comes from; "" for none.
func (s *Set) Origin(name string) Origin {
	for _, each := range s.files {
		if each.Path == name {
			return each.Origin
		}
	}
	return ""
}
