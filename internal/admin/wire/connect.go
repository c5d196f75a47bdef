package wire

// Connections is how to connect an agent, a surface at a time.
type Connections struct {
	Surfaces []Connection `json:"surfaces"`
}

// Connection is an MCP surface with the clients that people have.
type Connection struct {
	Surface string        `json:"surface" ts:"Surface"`
	URL     string        `json:"url"`
	Clients []AgentClient `json:"clients"`
}

// AgentClient is one way to connect: Text goes into Where as it is.
type AgentClient struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Where string `json:"where"`
	Text  string `json:"text"`
	Note  string `json:"note,omitempty"`
}
