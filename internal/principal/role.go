package principal

import "slices"

// Role is a staff role; None for a user who has none. Each may do what those
// below it may (interface.md, First owner and roles).
type Role string

// The staff roles, in ascending order.
const (
	None        Role = ""
	Contributor Role = "contributor"
	Editor      Role = "editor"
	Owner       Role = "owner"
)

var roles = []Role{Contributor, Editor, Owner}

// Roles lists the staff roles in ascending order.
func Roles() []Role { return slices.Clone(roles) }

// RoleNames lists the staff roles as texts, the highest first, for messages.
func RoleNames() []string {
	names := make([]string, 0, len(roles))
	for _, each := range slices.Backward(roles) {
		names = append(names, string(each))
	}
	return names
}

// rank orders roles; -1 for what is none.
func (r Role) rank() int { return slices.Index(roles, r) }

// IsStaff reports whether r is a staff role.
func (r Role) IsStaff() bool { return r.rank() >= 0 }

// AtLeast reports whether r is the role least, or above it; None is below every
// role.
func (r Role) AtLeast(least Role) bool { return r.IsStaff() && r.rank() >= least.rank() }

// Below reports whether r is less than the other role.
func (r Role) Below(other Role) bool { return r.rank() < other.rank() }
