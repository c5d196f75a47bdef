package wire

// Staff is everybody with a staff role, and everybody invited to one.
type Staff struct {
	Users []StaffUser `json:"users"`
}

// StaffUser is a member of staff, or somebody invited: active or invited.
type StaffUser struct {
	ID        string `json:"id"`
	Email     string `json:"email"`
	Name      string `json:"name"`
	Login     string `json:"login"`
	Role      string `json:"role" ts:"StaffRole"`
	State     string `json:"state" ts:"'active' | 'invited'"`
	CreatedAt int64  `json:"createdAt"`
}

// Role is a user's staff role, or null; the body of its change has no id.
type Role struct {
	ID   string  `json:"id,omitempty"`
	Role *string `json:"role" ts:"StaffRole | null"`
}

// NewInvitation is the body of an invitation.
type NewInvitation struct {
	Email string `json:"email"`
	Role  string `json:"role" ts:"StaffRole"`
}

// Invitation is an invitation that was made.
type Invitation struct {
	ID        string `json:"id"`
	Email     string `json:"email"`
	Role      string `json:"role" ts:"StaffRole"`
	ExpiresAt int64  `json:"expiresAt"`
	EmailSent bool   `json:"emailSent"`
}

// Member is a user.
type Member struct {
	ID            string `json:"id"`
	Email         string `json:"email"`
	Name          string `json:"name"`
	EmailVerified bool   `json:"emailVerified"`
	CreatedAt     int64  `json:"createdAt"`
	LastSeenAt    *int64 `json:"lastSeenAt"`
}
