package sqlite
import ("github.com/quartet-dev/quartet/internal/content";"testing";"path/filepath";"github.com/quartet-dev/quartet/internal/plan/plantest")
func TestZZ(t *testing.T){
 for _, before := range []string{shelf, shelf+"\n---\n{ apiVersion: quartet/v1, kind: Schema, metadata: { name: attic }, spec: { title: Attic, schema: { type: object, properties: { old: { type: string } } } } }"} {
 path:=filepath.Join(t.TempDir(),"a.db")
 openAndClose(t,path,plantest.Seal(t,before))
 p:=plantest.Seal(t,shelf)
 st,_:=Open(t.Context(),Options{Path:path,Plan:p})
 for _,sc:=range p.Schemas(){ if err:=st.Write(t.Context(),&content.Write{Schema:sc,Entry:&content.Entry{ID:"x",Status:"draft"}});err!=nil{t.Fatal(err)}}
 st.Close()
 c,err:=openGuarded(path,access{cache:1<<20},p.Schemas())
 if err!=nil{t.Fatal(err)}
 println("---")
 if err:=try(c,"SELECT count(*) FROM books");err!=nil{t.Error(err)}
 if err:=try(c,"SELECT count(*) FROM books, json_each('[1]')");err!=nil{t.Error(err)}
 c.close()
 }
}
