package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// mangle makes a tool name of a declared name. A dot stays: MCP allows it.
func mangle(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "-", "_")
}

// Tools that the service itself brings (the contract's MCP tools) for entries
// of any collection.
const (
	ToolRequestPublish = "request_publish"
	ToolUnpublish      = "unpublish_entry"
	ToolArchive        = "archive_entry"
	ToolDelete         = "delete_entry"
	ToolList           = "list_entries"
	ToolGet            = "get_entry"

	// Where the site takes uploads.
	ToolCreateUpload = "create_media_upload"
	ToolCommitUpload = "commit_media_upload"
)

// No Procedure takes such a name, on either surface: an agent may be connected
// to both.
var (
	genericTools = []string{
		ToolRequestPublish, ToolUnpublish, ToolArchive, ToolDelete, ToolList, ToolGet,
		ToolCreateUpload, ToolCommitUpload,
	}
	genericPrefixes = []string{
		"query_view_", "create_draft_", "update_draft_", "create_record_", "update_record_",
	}
)

// Tool is the name of the View's MCP tool.
func (v *View) Tool() string { return "query_view_" + mangle(v.Name()) }

// Tools are the names of the MCP tools that create and update the Schema's
// entries. One that only Procedures write (readOnly: true) has none: "".
func (s *Schema) Tools() (create, update string) {
	if s.ReadOnly() {
		return "", ""
	}
	kind := "record_"
	if s.Lifecycle() == Publishing {
		kind = "draft_"
	}
	return "create_" + kind + mangle(s.Name()), "update_" + kind + mangle(s.Name())
}

func isGenericTool(name string) bool {
	return slices.Contains(genericTools, name) ||
		slices.ContainsFunc(genericPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// tool is one MCP tool of one surface.
type tool struct {
	surface Surface
	name    string
}

// toolOwners knows who owns each tool.
type toolOwners map[tool]*manifest.Atom

// tools wants every MCP tool name of a surface once, and the names of Views
// once over both surfaces: the contract's rule on segments knows no surface.
func (l *linker) tools() {
	taken := make(toolOwners)
	for _, v := range l.views {
		l.claimTool(taken, tool{name: v.Tool()}, &v.atom.Atom, "/metadata/name")
	}
	for _, s := range l.schemas {
		// The tool that updates follows the one that creates.
		if create, _ := s.Tools(); create != "" {
			l.claimTool(taken, tool{Staff, create}, &s.atom.Atom, "/metadata/name")
		}
	}
	exposed := make(map[*Procedure]bool)
	for _, t := range l.triggers {
		if t.Kind() != SourceMCP || t.procedure == nil || t.Surface() == "" {
			continue
		}
		if !isGenericTool(t.tool) {
			l.claimTool(taken, tool{t.Surface(), t.tool}, &t.atom.Atom, "/spec/target/procedure")
		}
		if !exposed[t.procedure] {
			exposed[t.procedure] = true
			l.exposed(t.procedure)
		}
	}
}

func (l *linker) claimTool(taken toolOwners, wanted tool, atom *manifest.Atom, pointer string) {
	if atom.Name == "" {
		return
	}
	if first := taken[wanted]; first != nil {
		l.fail(atom, diag.MCPToolNameCollision, pointer,
			fmt.Sprintf("The %s %q already has the MCP tool %s.", first.Kind, first.Name, wanted.name))
		return
	}
	taken[wanted] = atom
}

// exposed checks a Procedure that is an MCP tool.
func (l *linker) exposed(p *Procedure) {
	if name := mangle(p.Name()); isGenericTool(name) {
		l.fail(&p.atom.Atom, diag.MCPToolNameCollision, "/metadata/name",
			fmt.Sprintf("The MCP tool %s is, or may become, one of the service's own.", name))
	}
	if p.Description().IsZero() {
		d := l.fail(&p.atom.Atom, diag.MCPToolDescriptionMissing, "/spec",
			"The Procedure is an MCP tool, and agents choose tools by their description; it has none.")
		d.Severity = diag.Warning
	}
}

// maxToolName is how long the name of a tool may be for clients that hold names
// against ^[a-zA-Z0-9_-]{1,64}$, which are many.
const maxToolName = 64

// toolNames warns of tools that such clients refuse.
func (l *linker) toolNames() {
	for _, v := range l.views {
		l.toolName(&v.atom.Atom, v.Tool())
	}
	for _, s := range l.schemas {
		if create, _ := s.Tools(); create != "" {
			l.toolName(&s.atom.Atom, create)
		}
	}
	warned := make(map[*Procedure]bool)
	for _, t := range l.triggers {
		if t.Kind() == SourceMCP && t.procedure != nil && !warned[t.procedure] {
			warned[t.procedure] = true
			l.toolName(&t.procedure.atom.Atom, t.tool)
		}
	}
}

func (l *linker) toolName(atom *manifest.Atom, name string) {
	problem := ""
	switch {
	case atom.Name == "":
		return
	case strings.Contains(name, "."):
		problem = "has a dot"
	case len(name) > maxToolName:
		problem = fmt.Sprintf("has %d characters", len(name))
	default:
		return
	}
	d := l.warn(atom, diag.MCPToolNameUnusual, "/metadata/name",
		fmt.Sprintf("The MCP tool %s %s; many clients take letters, digits, _ and - alone, at most 64 of them.", name, problem))
	d.Expected = "^[a-zA-Z0-9_-]{1,64}$"
	if shorter := strings.ReplaceAll(atom.Name, ".", "-"); len(name) <= maxToolName {
		d.Suggestion = shorter
	}
}
