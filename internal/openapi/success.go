package openapi

// success is the response `{ ok: true, data }`.
func success(description string, data object, example any, names ...string) object {
	content := object{"schema": object{
		"type": "object", "required": []any{"ok", "data"},
		"properties": object{"ok": object{"type": "boolean", "const": true}, "data": data},
	}}
	if example != nil {
		content["example"] = object{"ok": true, "data": example}
	}
	return object{
		"description": description,
		"headers":     headersOf(names...),
		"content":     object{"application/json": content},
	}
}

// notModified is the answer to a tag that is still good.
const notModified = "NotModified"

// unchanged adds what conditional requests need to an operation.
func (d *document) unchanged(responses object) {
	d.responses[notModified] = object{
		"description": "The body has not changed since the `ETag` that was sent.",
		"headers":     headersOf(etag),
	}
	responses["304"] = object{"$ref": "#/components/responses/" + notModified}
}

var ifNoneMatch = object{
	"name": "If-None-Match", "in": "header", "description": "The `ETag` of an earlier answer.", "schema": object{"type": "string"},
}
