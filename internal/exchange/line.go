package exchange

import (
	"strconv"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/media"
)

// Format is the number of the format of exports that this program writes, and the
// newest that it reads.
const Format = 1

// appendEntry appends the line of an entry, whose members have a fixed order.
func appendEntry(dst []byte, e *content.Entry) []byte {
	dst = jsonvalue.AppendString(append(dst, `{"collection":`...), e.Collection)
	dst = jsonvalue.AppendString(append(dst, `,"id":`...), e.ID)
	dst = jsonvalue.AppendString(append(dst, `,"status":`...), string(e.Status))
	dst = strconv.AppendInt(append(dst, `,"version":`...), e.Version, 10)
	dst = strconv.AppendInt(append(dst, `,"createdAt":`...), e.CreatedAt, 10)
	dst = strconv.AppendInt(append(dst, `,"updatedAt":`...), e.UpdatedAt, 10)
	dst = append(dst, `,"authorId":`...)
	if e.AuthorID == "" {
		dst = append(dst, "null"...)
	} else {
		dst = jsonvalue.AppendString(dst, e.AuthorID)
	}
	dst = append(dst, `,"data":`...)
	if e.Data == nil {
		return append(dst, "{}}\n"...)
	}
	return append(jsonvalue.Append(dst, e.Data), "}\n"...)
}

// appendHeader appends the first line.
func appendHeader(dst []byte, o *ExportOptions, fingerprint string) []byte {
	dst = strconv.AppendInt(append(dst, `{"quartet":"export","format":`...), Format, 10)
	dst = jsonvalue.AppendString(append(dst, `,"fingerprint":`...), fingerprint)
	dst = jsonvalue.Append(append(dst, `,"collections":`...), texts(o.Collections))
	dst = jsonvalue.Append(append(dst, `,"statuses":`...), texts(o.Statuses))
	dst = strconv.AppendBool(append(dst, `,"media":`...), o.Media)
	return append(dst, "}\n"...)
}

func texts[T ~string](all []T) []any {
	list := make([]any, len(all))
	for i, each := range all {
		list[i] = string(each)
	}
	return list
}

// appendEnd appends the last line, of which the checksum is that of all lines before.
func appendEnd(dst []byte, c Counts, sum string) []byte {
	end := map[string]any{"entries": c.Entries, "assets": c.Assets, "sha256": sum}
	return append(jsonvalue.Append(dst, map[string]any{"end": end}), '\n')
}

// Asset is a file of the media library as an export has it.
type Asset struct {
	ID         string        `json:"id"`
	Purpose    string        `json:"purpose"`
	Filename   string        `json:"filename"`
	Version    int           `json:"version"`
	FocalPoint *asset.Point  `json:"focalPoint"`
	CreatedAt  int64         `json:"createdAt"`
	CreatedBy  string        `json:"createdBy"`
	Variants   []AssetFile   `json:"variants"`
	Texts      media.Text    `json:"texts"`
	Locales    []LocaleTexts `json:"locales"`
}

// LocaleTexts are the texts of an asset in another language.
type LocaleTexts struct {
	Locale string `json:"locale"`
	media.Text
}

// AssetFile is one form of an asset. File is where its bytes are in the export, if
// they are in it.
type AssetFile struct {
	Role     asset.Role `json:"role"`
	MimeType string     `json:"mimeType"`
	ByteSize int64      `json:"byteSize"`
	SHA256   string     `json:"sha256"`
	File     string     `json:"file"`
}
