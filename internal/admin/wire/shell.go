package wire

// Me is who is signed in.
type Me struct {
	UserID string `json:"userId"`
	Name   string `json:"name"`
	Email  string `json:"email"`
	Login  string `json:"login"`
	Image  string `json:"image"`
	Role   string `json:"role" ts:"StaffRole"`
}

// Site is the site's configuration and what it can do.
type Site struct {
	Title            string       `json:"title"`
	Description      string       `json:"description"`
	Brand            string       `json:"brand"`
	Locales          []string     `json:"locales"`
	CanonicalLocale  *string      `json:"canonicalLocale"`
	TimeZone         string       `json:"timeZone,omitempty"` // where its pages tell times, if the settings say so
	Icons            []Icon       `json:"icons"`
	GA4MeasurementID string       `json:"ga4MeasurementId,omitempty"`
	FacebookPixelID  string       `json:"facebookPixelId,omitempty"`
	Media            SiteMedia    `json:"media"`
	Bin              SiteBin      `json:"bin"`
	Players          []Player     `json:"players"` // that public pages show in place of an address alone
	PublicURL        string       `json:"publicUrl"`
	MCPURL           string       `json:"mcpUrl"`
	Capabilities     Capabilities `json:"capabilities"`
}

// Icon is a SiteIcon.
type Icon struct {
	Src      string   `json:"src"`
	MimeType string   `json:"mimeType,omitempty"`
	Sizes    []string `json:"sizes,omitempty"`
	Theme    string   `json:"theme,omitempty"`
}

// SiteMedia is the site's upload taxonomy, and what an upload may have: bytes of
// one file, and uploads that a user has open.
type SiteMedia struct {
	Purposes          []Purpose `json:"purposes"`
	MaxUpload         int64     `json:"maxUpload,omitempty"`
	ConcurrentUploads int       `json:"concurrentUploads,omitempty"`
}

// SiteBin says how many days what was deleted can be restored; 0 for not at all.
type SiteBin struct {
	KeepDays int `json:"keepDays"`
}

// Player is what plays the addresses of a host; Pattern is a regular expression of a
// whole address.
type Player struct {
	Host    string `json:"host"`
	Pattern string `json:"pattern"`
}

// Purpose is a MediaPurposePolicy.
type Purpose struct {
	Name     string             `json:"name"`
	Required []string           `json:"required"`
	MaxBytes map[string]float64 `json:"maxBytes"`
}

// Capabilities say what of the application there is something behind.
type Capabilities struct {
	Media       bool `json:"media"`
	PublicPages bool `json:"publicPages"`
	Invitations bool `json:"invitations"`
}

// SiteSettings are what owners change while the site runs.
type SiteSettings struct {
	Brand            string `json:"brand"`
	Title            string `json:"title"`
	Description      string `json:"description"`
	GA4MeasurementID string `json:"ga4MeasurementId"`
	FacebookPixelID  string `json:"facebookPixelId"`
}

// Bootstrap paints the application in one request.
type Bootstrap struct {
	Me          Me           `json:"me"`
	Site        Site         `json:"site"`
	Collections []Collection `json:"collections"`
	Operations  []Operation  `json:"operations"`
	Views       []View       `json:"views"`
}
