export { Unbuilt as Model } from '../Unbuilt';
