package wire

import "github.com/quartet-dev/quartet/asset"

// Asset is a file of the media library as staff see it.
type Asset struct {
	ID           string               `json:"id"`
	Purpose      string               `json:"purpose"`
	Filename     string               `json:"filename"`
	Version      int                  `json:"version"` // of its bytes, from 1; in its URLs
	Variants     []asset.Variant      `json:"variants"`
	Renditions   []asset.Rendition    `json:"renditions"`
	Alt          string               `json:"alt"`
	Caption      string               `json:"caption"`
	Translations map[string]AssetText `json:"translations"` // by locale, without the canonical one
	FocalPoint   *asset.Point         `json:"focalPoint"`
	CreatedAt    int64                `json:"createdAt"`
	CreatedBy    *string              `json:"createdBy"`
	UsedBy       int                  `json:"usedBy"`
}

// AssetText is what says in words what an asset shows.
type AssetText struct {
	Alt     string `json:"alt"`
	Caption string `json:"caption"`
}

// AssetPatch changes an asset. What is absent stays; a null focal point is the
// middle, and a null translation is removed.
type AssetPatch struct {
	Alt          *string               `json:"alt,omitempty"`
	Caption      *string               `json:"caption,omitempty"`
	Translations map[string]*AssetText `json:"translations,omitempty"`
	FocalPoint   *asset.Point          `json:"focalPoint,omitempty" ts:"Point | null"`
}

// AssetRemoved answers the deletion of an asset.
type AssetRemoved struct {
	Deleted         bool `json:"deleted"`
	VariantsRemoved int  `json:"variantsRemoved"`
}

// AssetUse is an entry that uses an asset. The title is "" for one that is gone.
type AssetUse struct {
	Collection string `json:"collection"`
	EntryID    string `json:"entryId"`
	Title      string `json:"title"`
}

// AssetInUse is the value of the diagnostic of a refused deletion: how many
// entries use the asset, and the first of them.
type AssetInUse struct {
	Count int        `json:"count"`
	Uses  []AssetUse `json:"uses"`
}

// MediaUpload announces an upload. Replaces names the asset whose bytes it
// replaces.
type MediaUpload struct {
	Filename string             `json:"filename"`
	Purpose  string             `json:"purpose"`
	Variants []AnnouncedVariant `json:"variants"`
	Alt      string             `json:"alt,omitempty"`
	Caption  string             `json:"caption,omitempty"`
	Replaces string             `json:"replaces,omitempty"`
}

// AnnouncedVariant is a form of the file that is about to be uploaded.
type AnnouncedVariant struct {
	MimeType string     `json:"mimeType"`
	ByteSize int64      `json:"byteSize"`
	Role     asset.Role `json:"role" ts:"'primary' | 'alternate'"`
	SHA256   string     `json:"sha256,omitempty"` // 64 hexadecimal digits
}

// MediaCapabilities answers an announced upload: one for each variant, in the
// order of the request.
type MediaCapabilities struct {
	UploadGroupID string            `json:"uploadGroupId"`
	ExpiresAt     int64             `json:"expiresAt"`
	Capabilities  []MediaCapability `json:"capabilities"`
}

// MediaCapability is how one variant is uploaded. Where Resumable, a HEAD of the
// URL answers how many bytes are there under Upload-Offset, and a PUT with that
// header goes on from them.
type MediaCapability struct {
	Role            asset.Role        `json:"role" ts:"'primary' | 'alternate'"`
	MimeType        string            `json:"mimeType"`
	Method          string            `json:"method" ts:"'PUT'"`
	UploadURL       string            `json:"uploadUrl"`
	RequiredHeaders map[string]string `json:"requiredHeaders"`
	Resumable       bool              `json:"resumable"`
}
