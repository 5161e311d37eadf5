export { RENDER_LIMITS, type RenderLimits } from './limits.js';
export {
  createRenderer,
  type RenderedPage,
  type Renderer,
  type RendererOptions,
} from './renderer.js';
