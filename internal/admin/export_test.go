package admin

// Routes are the routes as the tests see them: method, path, role.
func Routes() (all [][3]string) {
	for _, r := range routes {
		all = append(all, [3]string{r.method, root + r.path, string(r.role)})
	}
	return all
}
