// Reads OpenAPI documents, whose files are the arguments, with swagger-parser.
import SwaggerParser from '@apidevtools/swagger-parser';

for (const file of process.argv.slice(2)) {
  const document = await SwaggerParser.validate(file);
  console.log(file, document.openapi, Object.keys(document.paths).length, 'paths');
}
