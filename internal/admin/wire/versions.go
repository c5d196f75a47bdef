package wire

// EntryVersion is one version of an entry in its timeline. Name is what somebody called
// it. Changed are the properties that it made otherwise, in the order of the collection;
// null where that is not known, as of a creation, of what was pruned, and of versions
// behind values of some megabytes in one page. Kept says that what it held can be had.
type EntryVersion struct {
	Version    int64    `json:"version"`
	Time       int64    `json:"time"`
	Actor      *Person  `json:"actor"`
	Credential *string  `json:"credential" ts:"CredentialKind | null"`
	ClientID   *string  `json:"clientId"`
	Surface    string   `json:"surface" ts:"ChangeSurface"`
	Action     string   `json:"action" ts:"Change['action']"`
	Name       *string  `json:"name"`
	Changed    []string `json:"changed" ts:"string[] | null"`
	Kept       bool     `json:"kept"`
}

// VersionState is what a version of an entry held of the properties that its collection
// declares.
type VersionState struct {
	Version int64  `json:"version"`
	Status  string `json:"status" ts:"Status"`
	Data    Object `json:"data"`
}

// VersionRestore is the body of a restoration: of one property, or of all. ExpectedDraft is the
// counter of the pending draft that was seen; 0, and nothing, is none.
type VersionRestore struct {
	Field           string `json:"field,omitempty"`
	ExpectedVersion int64  `json:"expectedVersion"`
	ExpectedDraft   int64  `json:"expectedDraft,omitempty"`
}

// VersionName is the body of a naming: null takes the name away.
type VersionName struct {
	Name *string `json:"name"`
}
