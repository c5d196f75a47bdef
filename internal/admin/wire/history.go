package wire

// History is what happened to an entry, the newest first. Author is who made the
// entry, null when nobody is known for it.
type History struct {
	Items      []Change `json:"items"`
	NextCursor *string  `json:"nextCursor"`
	Author     *Person  `json:"author"`
}

// Change is one change of an entry. Before and After hold what differs of its
// status and data, or are null: a creation has neither. Pruned says that they were
// thrown away by the bounds of the site's history. In lines from before there were
// bounds a value of more than 4 KiB is {"$omitted": <its bytes>} alone.
type Change struct {
	ID         int64   `json:"id"`
	Time       int64   `json:"time"`
	Actor      *Person `json:"actor"`
	Credential *string `json:"credential" ts:"CredentialKind | null"`
	ClientID   *string `json:"clientId"`
	Surface    string  `json:"surface" ts:"ChangeSurface"`
	Action     string  `json:"action" ts:"Exclude<ChangeAction, 'change-settings' | 'change-role' | 'invite' | 'delete-invitation' | 'delete-user' | 'create-key' | 'revoke-key' | 'upload-asset' | 'replace-asset' | 'change-asset' | 'delete-asset' | 'take-backup' | 'download-backup' | 'add-comment' | 'edit-comment' | 'delete-comment' | 'resolve-comment' | 'reopen-comment' | 'prune-history' | 'erase' | 'empty-bin'>"`
	Version    int64   `json:"version"`
	Before     Raw     `json:"before" ts:"{ status?: string; data?: Record<string, unknown> } | null"`
	After      Raw     `json:"after" ts:"{ status?: string; data?: Record<string, unknown> } | null"`
	Pruned     bool    `json:"pruned,omitempty"`
}

// Person is who did something. Name is "" for a user that is gone, and for a
// credential without one.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}
