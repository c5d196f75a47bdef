package admin

import (
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/mcp/connect"
)

// connections answers how to connect an agent to both MCP surfaces (decision 95).
func (s *Surface) connections(q *request) error {
	return q.answer(wire.Connections{Surfaces: []wire.Connection{s.connection("public"), s.connection("staff")}}, nil)
}

func (s *Surface) connection(surface string) wire.Connection {
	staff := surface == "staff"
	out := wire.Connection{Surface: surface, URL: connect.URL(s.PublicOrigin, staff)}
	for _, each := range connect.Clients(s.PublicOrigin, staff) {
		out.Clients = append(out.Clients, wire.AgentClient(each))
	}
	return out
}
