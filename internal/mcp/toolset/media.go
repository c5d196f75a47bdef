package toolset

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
	"github.com/quartet-dev/quartet/internal/site"
)

// Media is what the tools for media say of a site.
type Media struct {
	Purposes     []site.Purpose
	MaxUpload    int64          // bytes of one file
	Announcement map[string]any // JSON Schema of what begins an upload
	Commitment   map[string]any // and of what finishes it, beside its id
}

// ArgumentUpload is the argument that names an upload.
const ArgumentUpload = "uploadGroupId"

// AddMedia adds the tools for media.
func (c *Set) AddMedia(m Media) {
	c.Staff = append(c.Staff, m.createTool(), m.commitTool())
	slices.SortFunc(c.Staff, byName)
}

func (m Media) createTool() *Tool {
	input := maps.Clone(m.Announcement)
	properties := maps.Clone(propertiesOf(input))
	purpose := maps.Clone(properties["purpose"].(map[string]any))
	var names []string
	for _, p := range m.Purposes {
		names = append(names, p.Name)
	}
	purpose["enum"] = list(names)
	properties["purpose"], input["properties"] = purpose, properties
	capability := object(map[string]any{
		"role": map[string]any{"type": "string"}, "mimeType": map[string]any{"type": "string"}, "method": map[string]any{"const": "PUT"},
		"uploadUrl": map[string]any{"type": "string"}, "requiredHeaders": map[string]any{"type": "object"}, "resumable": map[string]any{"type": "boolean"},
	})
	return &Tool{
		Name: plan.ToolCreateUpload, Title: "Begin an upload",
		Description: portable.Sentences(
			"Begins the upload of a file: send the bytes of each variant with PUT to its uploadUrl under the requiredHeaders, then call commit_media_upload. Both within 15 minutes",
			m.policy(), roleDescription(principal.Editor)),
		Input: input,
		Output: orFailure(object(map[string]any{
			ArgumentUpload: map[string]any{"type": "string"},
			"expiresAt":    map[string]any{"type": "integer", "description": portable.Milliseconds},
			"capabilities": map[string]any{"type": "array", "items": capability},
		})),
		Role: principal.Editor, Operation: CreateUpload,
	}
}

// policy is what the purposes of the site ask for, so that the first try is right.
func (m Media) policy() string {
	var said []string
	for _, p := range m.Purposes {
		var slots []string
		for _, slot := range p.Slots() {
			var mimes []string
			for _, mime := range slot {
				most := min(int64(p.MaxBytes[mime]), m.MaxUpload)
				mimes = append(mimes, fmt.Sprintf("%s of at most %s bytes", mime, strconv.FormatInt(most, 10)))
			}
			slots = append(slots, strings.Join(mimes, " or "))
		}
		said = append(said, "Purpose "+p.Name+" takes one variant of each: "+strings.Join(slots, "; "))
	}
	return strings.Join(said, ". ") + ". The primary is the variant that every program can read, JPEG or PNG for a picture; WebP and AVIF must be smaller than it"
}

func (m Media) commitTool() *Tool {
	input := maps.Clone(m.Commitment)
	properties := maps.Clone(propertiesOf(input))
	properties[ArgumentUpload] = map[string]any{"type": "string", "description": "As create_media_upload has answered it."}
	input["properties"], input["required"] = properties, list([]string{ArgumentUpload})
	variant := map[string]any{"type": "object", "properties": map[string]any{
		"role": map[string]any{"type": "string"}, "mimeType": map[string]any{"type": "string"}, "url": map[string]any{"type": "string"},
		"byteSize": map[string]any{"type": "integer"}, "width": map[string]any{"type": "integer"}, "height": map[string]any{"type": "integer"},
	}}
	return &Tool{
		Name: plan.ToolCommitUpload, Title: "Finish an upload",
		Description: portable.Sentences(
			"Makes a media asset of an upload whose variants were all sent. Its id is what entries name: in a property for media, or as media:<id> in Markdown. A second call answers the same asset",
			roleDescription(principal.Editor)),
		Input: input,
		Output: orFailure(object(map[string]any{
			"id": map[string]any{"type": "string"}, "purpose": map[string]any{"type": "string"}, "filename": map[string]any{"type": "string"},
			"alt": map[string]any{"type": "string"}, "caption": map[string]any{"type": "string"},
			"variants": map[string]any{"type": "array", "items": variant},
		})),
		Hints: Hints{Idempotent: true}, Role: principal.Editor, Operation: CommitUpload,
	}
}
