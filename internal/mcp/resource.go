package mcp

import (
	"context"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

const (
	entryScheme  = "entry://"
	markdownType = "text/markdown"
	jsonType     = "application/json"

	resourcePage = 50 // entries that one page of resources looks at
	emptyPages   = 10 // of those that one request looks through for something to show
)

var entryTemplate = &sdk.ResourceTemplate{
	Name: "entry", Title: "A published entry", URITemplate: entryScheme + "{collection}/{id}",
	Description: "A published entry by its collection and id, as far as the public Views show it.",
}

func uriOf(e *content.Entry) string { return entryScheme + e.Collection + "/" + url.PathEscape(e.ID) }

// listResources lists what the caller may read, a collection after the other.
func (v *server) listResources(ctx context.Context, r sdk.Request) (sdk.Result, error) {
	at, err := resourceCursorOf(r)
	if err != nil {
		return nil, v.protocolError(ctx, err)
	}
	caller := toolRequestOf(ctx).caller
	collections := v.resources.readableBy(caller)
	result := &sdk.ListResourcesResult{Resources: []*sdk.Resource{}, Cacheable: forCaller}
	for range emptyPages {
		s, next := collectionAt(collections, at.collection)
		if s == nil {
			return result, nil
		}
		page, err := v.service.ListEntries(ctx, content.ListRequest{
			Collection: s.schema.Name(), Status: content.Published, Cursor: at.cursor(s), Limit: resourcePage,
		})
		if err != nil {
			return nil, v.protocolError(ctx, err)
		}
		for _, e := range page.Entries {
			if shown := v.resources.visibleFields(caller, s, e); shown != nil {
				result.Resources = append(result.Resources, resourceOf(s, e, shown))
			}
		}
		at = resourceCursor{s.schema.Name(), page.NextCursor}
		if page.NextCursor == "" {
			at = resourceCursor{collection: next}
		}
		result.NextCursor = at.String()
		if len(result.Resources) > 0 || result.NextCursor == "" {
			break
		}
	}
	return result, nil
}

// resourceCursor is the place in all collections where a page begins. It is no
// secret: what it may name is a collection that the caller may read, and what
// it holds is sealed.
type resourceCursor struct {
	collection string // "" for the first
	sealed     string // cursor in it; "" for its start
}

func (c resourceCursor) String() string {
	if c.collection == "" {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString([]byte(c.collection + " " + c.sealed))
}

// cursor is the cursor in s, unless s only took the place of a collection that
// the caller may read no more.
func (c resourceCursor) cursor(s *resourceCollection) string {
	if c.collection != s.schema.Name() {
		return ""
	}
	return c.sealed
}

// resourceCursorOf reads the cursor of a request. What it holds of a list's cursor is
// the list's to refuse.
func resourceCursorOf(r sdk.Request) (resourceCursor, error) {
	params, ok := r.GetParams().(*sdk.ListResourcesParams)
	if !ok || params == nil || params.Cursor == "" {
		return resourceCursor{}, nil
	}
	plain, err := base64.RawURLEncoding.DecodeString(params.Cursor)
	collection, sealed, found := strings.Cut(string(plain), " ")
	if err != nil || !found {
		return resourceCursor{}, invalid("/cursor", "The cursor is not one that was given out for this.", nil)
	}
	return resourceCursor{collection, sealed}, nil
}

// collectionAt finds a collection, or the one that follows where it would
// stand, and the name of the one behind.
func collectionAt(collections []*resourceCollection, collection string) (s *resourceCollection, next string) {
	i := slices.IndexFunc(collections, func(s *resourceCollection) bool { return s.schema.Name() >= collection })
	if i < 0 {
		return nil, ""
	}
	if i+1 < len(collections) {
		next = collections[i+1].schema.Name()
	}
	return collections[i], next
}

func resourceOf(s *resourceCollection, e *content.Entry, shown map[string]any) *sdk.Resource {
	title := content.Title(s.schema, e.ID, shown)
	return &sdk.Resource{
		URI: uriOf(e), Name: e.Collection + "/" + title, Title: title, MIMEType: s.mimeType(shown),
		Description: s.schema.Description().In("en"),
		Annotations: &sdk.Annotations{LastModified: time.UnixMilli(e.UpdatedAt).UTC().Format(time.RFC3339)},
	}
}

// mimeType is Markdown where the entry has such a text and the caller may see
// it.
func (s *resourceCollection) mimeType(shown map[string]any) string {
	if _, ok := shown[s.markdown].(string); ok {
		return markdownType
	}
	return jsonType
}

// readResource reads one entry. One that is not there, is not published or is
// not the caller's to see is the same: not found.
func (v *server) readResource(ctx context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	rest, _ := strings.CutPrefix(r.Params.URI, entryScheme)
	collection, escaped, _ := strings.Cut(rest, "/")
	id, err := url.PathUnescape(escaped)
	s := v.resources.find(collection)
	if err != nil || s == nil {
		return nil, sdk.ResourceNotFoundError(r.Params.URI)
	}
	e, err := v.service.Get(ctx, s.schema.Name(), id)
	if err != nil && !diag.HasCode(err, diag.NotFound) {
		return nil, v.protocolError(ctx, err)
	}
	var shown map[string]any
	if err == nil {
		shown = v.resources.visibleFields(toolRequestOf(ctx).caller, s, e)
	}
	if shown == nil {
		return nil, sdk.ResourceNotFoundError(r.Params.URI)
	}
	contents := &sdk.ResourceContents{URI: r.Params.URI, MIMEType: s.mimeType(shown), Text: s.text(e.ID, shown)}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{contents}}, nil
}

// text is the entry as Markdown under its title, or all of it as JSON.
func (s *resourceCollection) text(id string, shown map[string]any) string {
	body, ok := shown[s.markdown].(string)
	if !ok {
		return string(jsonvalue.Append(nil, shown))
	}
	if strings.HasPrefix(body, "# ") {
		return body
	}
	return "# " + content.Title(s.schema, id, shown) + "\n\n" + body
}
