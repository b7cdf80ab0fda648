"""Print the wire's JSON schema, which `wire-types.mjs` writes types from."""

import json

from holi.server.wire.schema import wire_schema

print(json.dumps(wire_schema()))
