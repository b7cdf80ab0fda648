"""Print, as one JSON object, what `wire-types.mjs` writes types from: the wire's schema and the cards."""

import json

from holi.server.web.cards import cards_json
from holi.server.wire.schema import wire_schema

print(json.dumps({"schema": wire_schema(), "cards": json.loads(cards_json())}))
