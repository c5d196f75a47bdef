package media

import (
	"encoding/json"
	"sync"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

type object = map[string]any

// maxByteSize is the largest integer that every program reads as one.
const maxByteSize = float64(1<<53 - 1)

// The shapes of what callers send, in JSON Schema. They are not to be changed:
// agents are shown them, too.
var (
	altSchema     = object{"type": "string", "description": "What the file shows, for who cannot see it."}
	captionSchema = object{"type": "string", "description": "What is written beside it."}

	textSchema = object{
		"type": []any{"object", "null"}, "additionalProperties": false,
		"properties": object{"alt": object{"type": "string"}, "caption": object{"type": "string"}},
	}
	variantSchema = object{
		"type": "object", "additionalProperties": false, "required": []any{"mimeType", "byteSize", "role"},
		"properties": object{
			"mimeType": object{"type": "string"},
			"byteSize": object{"type": "integer", "maximum": maxByteSize, "description": "The exact length of the file in bytes."},
			"role":     object{"type": "string", "enum": []any{"primary", "alternate"}, "description": "primary once: the format that every program can read. Every other variant is alternate."},
			"sha256":   object{"type": "string", "description": "The SHA-256 of the file, in hexadecimal. The commit compares it."},
		},
	}

	// AnnouncementSchema is what begins an upload.
	AnnouncementSchema = object{
		"type": "object", "additionalProperties": false, "required": []any{"filename", "purpose", "variants"},
		"properties": object{
			"filename": object{"type": "string", "description": "What the file is called."},
			"purpose":  object{"type": "string"},
			"variants": object{"type": "array", "items": variantSchema, "description": "The forms of the file: one for each slot of the purpose."},
			"alt":      altSchema, "caption": captionSchema,
			"replaces": object{"type": "string", "description": "The id of the asset whose bytes the upload replaces. Its address in entries stays."},
		},
	}

	// CommitmentSchema is what finishes an upload, beside its id.
	CommitmentSchema = object{
		"type": "object", "additionalProperties": false,
		"properties": object{"alt": altSchema, "caption": captionSchema},
	}

	patchSchema = object{
		"type": "object", "additionalProperties": false,
		"properties": object{
			"alt": object{"type": "string"}, "caption": object{"type": "string"},
			"translations": object{"type": "object", "additionalProperties": textSchema},
			"focalPoint": object{
				"type": []any{"object", "null"}, "additionalProperties": false, "required": []any{"x", "y"},
				"properties": object{"x": object{"type": "number"}, "y": object{"type": "number"}},
			},
		},
	}

	announcementShape, commitmentShape, patchShape = compile(AnnouncementSchema), compile(CommitmentSchema), compile(patchSchema)
)

func compile(schema object) func() *jsonschema.Schema {
	return sync.OnceValue(func() *jsonschema.Schema {
		compiled, err := jsonschema.Compile(schema)
		if err != nil {
			panic(err)
		}
		return compiled
	})
}

// decode reads input that has a shape. The error is INPUT_VALIDATION_FAILED.
func decode(input object, shape func() *jsonschema.Schema, into any) error {
	if v := shape().Validate(input); v != nil {
		d := refused(v.Pointer, v.Message)
		d.Expected = v.Expected
		return d
	}
	if err := json.Unmarshal(jsonvalue.Append(nil, input), into); err != nil {
		return diag.Internal(err)
	}
	return nil
}

// ReadAnnouncement reads an announcement that a caller sent.
func ReadAnnouncement(input object) (a Announcement, err error) {
	var sent struct {
		Purpose, Filename, Replaces string
		Variants                    []Variant
		Text
	}
	err = decode(input, announcementShape, &sent)
	return Announcement{Purpose: sent.Purpose, Filename: sent.Filename, Variants: sent.Variants, Text: sent.Text, Replaces: sent.Replaces}, err
}

// ReadCommitment reads what a caller sent to finish the upload of that id.
func ReadCommitment(id string, input object) (c Commitment, err error) {
	var sent struct{ Alt, Caption *string }
	err = decode(input, commitmentShape, &sent)
	return Commitment{ID: id, Alt: sent.Alt, Caption: sent.Caption}, err
}

// ReadPatch reads a change of an asset that a caller sent.
func ReadPatch(input object) (p Patch, err error) {
	var sent struct {
		Alt, Caption *string
		Translations map[string]*Text
		FocalPoint   *asset.Point
	}
	err = decode(input, patchShape, &sent)
	p = Patch{Alt: sent.Alt, Caption: sent.Caption, Translations: sent.Translations}
	if _, named := input["focalPoint"]; named {
		p.Focal = &Focal{sent.FocalPoint}
	}
	return p, err
}
