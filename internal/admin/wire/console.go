package wire

import (
	"encoding/json"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Console is what the developer console shows.
type Console struct {
	Fingerprint string          `json:"fingerprint"`
	Schemas     []SchemaAtom    `json:"schemas"`
	Views       []ViewAtom      `json:"views"`
	Procedures  []ProcedureAtom `json:"procedures"`
	Triggers    []TriggerAtom   `json:"triggers"`
	Interfaces  Interfaces      `json:"interfaces"`
	Relations   []Relation      `json:"relations"`
	Queue       QueueDepth      `json:"queue"`
	Diagnostics diag.List       `json:"diagnostics" ts:"Array<import('./diagnostic.gen').Diagnostic>"` // as quartet validate --json gives them
}

// Interfaces are the ways in from outside.
type Interfaces struct {
	HTTP  []Route     `json:"http"`
	MCP   []Tool      `json:"mcp"`
	Pages []PageRoute `json:"pages"` // empty for a site without public pages
}

// Route is an HTTP route: of a View or a Trigger. Client is what generated clients
// call it: the View, or the Trigger's Procedure, in lower camel case.
type Route struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Kind   string `json:"kind" ts:"'View' | 'Trigger'"`
	Name   string `json:"name"`
	Client string `json:"client"`
}

// PageRoute is a route of the public pages. Path has :locale, :segment and :slug
// where addresses differ; Locales are what :locale stands for, as it is written,
// and empty where the path has none.
type PageRoute struct {
	Method     string   `json:"method"`
	Path       string   `json:"path"`
	Kind       string   `json:"kind" ts:"'home' | 'list' | 'entry' | 'markdown' | 'feed' | 'index' | 'sitemap' | 'robots' | 'icon'"`
	Collection *string  `json:"collection"` // null for a route of all
	Template   *string  `json:"template"`   // a file under templates/, or the theme's of that name; null for what has none
	Theme      bool     `json:"theme"`      // the template is the theme's
	Locales    []string `json:"locales"`
	Cache      string   `json:"cache"` // the Cache-Control of an anonymous answer
}

// Tool is an MCP tool of a surface, as clients see it: of a View, a Procedure or a
// Schema, or, with Kind and Name "", one for entries of any Schema. Role is the
// least staff role that may call it, beside what Kind/Name requires; null for none.
type Tool struct {
	Surface     string  `json:"surface" ts:"Surface"`
	Tool        string  `json:"tool"`
	Kind        string  `json:"kind" ts:"'View' | 'Procedure' | 'Schema' | ''"`
	Name        string  `json:"name"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Role        *string `json:"role" ts:"StaffRole | null"`
	Input       Object  `json:"input"`
}

// ToolResult is what a tool gave, as an agent finds it in the result of its call.
type ToolResult struct {
	Result json.RawMessage `json:"result" ts:"unknown"`
}

// Relation says that one atom names another. From and To are <Kind>/<name>.
type Relation struct {
	Kind string `json:"kind"`
	From string `json:"from"`
	To   string `json:"to"`
}

// QueueDepth is how many events of deferred hooks wait, and how many are dead.
type QueueDepth struct {
	Pending int `json:"pending"`
	Dead    int `json:"dead"`
}

// Deferred is a waiting event of deferred hooks, or a dead part of one.
type Deferred struct {
	ID         string           `json:"id"`
	Hook       string           `json:"hook"`
	Collection string           `json:"collection"`
	EntryID    string           `json:"entryId"`
	Triggers   []string         `json:"triggers"`
	State      string           `json:"state" ts:"DeferredState"` // pending or dead
	Running    bool             `json:"running"`
	Tries      int              `json:"tries"`
	Time       int64            `json:"time"`                                                         // when it is due, or when it died
	Diagnostic *diag.Diagnostic `json:"diagnostic" ts:"import('./diagnostic.gen').Diagnostic | null"` // why the last try failed, or null
}

// Replayed is how many parts of an event, dead or waiting, are due now.
type Replayed struct {
	Replayed int `json:"replayed"`
}

// AuditLine is one change. Before and After hold what differs, or are null. Title
// is what the entry is called now, while there is one, and Locale its language. Article is the
// entry with translations that it is, or is one of; null for any other.
type AuditLine struct {
	ID         int64   `json:"id"`
	Time       int64   `json:"time"`
	Actor      *string `json:"actor"` // a user's id, or else a credential's; null for nobody
	Credential *string `json:"credential" ts:"CredentialKind | null"`
	ClientID   *string `json:"clientId"`
	Surface    string  `json:"surface" ts:"ChangeSurface"`
	Action     string  `json:"action" ts:"ChangeAction"`
	Collection *string `json:"collection"`
	Entry      *string `json:"entry"` // or the user or invitation, where there is no collection
	Title      string  `json:"title,omitempty"`
	Locale     string  `json:"locale,omitempty"`
	Article    *Named  `json:"article,omitempty"`
	Version    int64   `json:"version"`
	Before     Raw     `json:"before"`
	After      Raw     `json:"after"`
	Pruned     bool    `json:"pruned,omitempty"` // as in Change
}
