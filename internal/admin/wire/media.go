package wire

// Asset is a file of the media library, in each of its forms.
type Asset struct {
	ID        string    `json:"id"`
	Purpose   string    `json:"purpose"`
	Filename  string    `json:"filename"`
	Variants  []Variant `json:"variants"`
	Alt       string    `json:"alt"`
	Caption   string    `json:"caption"`
	CreatedAt int64     `json:"createdAt"`
	CreatedBy *string   `json:"createdBy"`
	UsedBy    int       `json:"usedBy"`
}

// Variant is a form of an asset: primary, or alternate.
type Variant struct {
	Role     string `json:"role" ts:"'primary' | 'alternate'"`
	MimeType string `json:"mimeType"`
	URL      string `json:"url"`
	ByteSize int64  `json:"byteSize"`
	Width    int    `json:"width,omitempty"`
	Height   int    `json:"height,omitempty"`
}
