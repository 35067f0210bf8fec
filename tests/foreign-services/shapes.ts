import type { Shape } from "./shape.ts";
import { ash } from "./shapes/ash.ts";
import { djangoRest } from "./shapes/django-rest.ts";
import { drupal } from "./shapes/drupal.ts";
import { fortune } from "./shapes/fortune.ts";
import { jsonApiDotNetCore } from "./shapes/json-api-dot-net-core.ts";
import { jsonapiResources } from "./shapes/jsonapi-resources.ts";
import { laravel } from "./shapes/laravel.ts";
import { loopback } from "./shapes/loopback.ts";

/** The frameworks whose services the one small service is run as. */
export const shapes: readonly Shape[] = [
  ash,
  laravel,
  jsonapiResources,
  jsonApiDotNetCore,
  djangoRest,
  drupal,
  fortune,
  loopback,
];
